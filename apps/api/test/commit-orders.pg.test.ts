import { simulatedQuote } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';
import { closingEntry, closingRows, marginAt, openingRows, spreadLost, takeNoMarkup } from './trade-rows.ts';
import { nearest, recomputeNight, yearlyBps } from '../../../sim/recompute.ts';

/** What the commit function refuses a server gone wrong about orders, stops and nights. Every breach is one change to a call that goes through without it. */
let db: FreshDatabase;
let books: Books;
let tryCommit: TryCommit;
let client: string;
let stranger: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  tryCommit = await commitTester(db.pool, await books.openParty('staff'), OPEN_MARKETS);
  [client, stranger] = [await books.openParty(), await books.openParty()];
  await books.fund(client, 10_000_000n);
  await takeNoMarkup(db.ownerPool);
});

afterAll(async () => {
  // Results here are made up, to be refused for something else: what notices those looks afterwards.
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

type Row = Record<string, unknown>;
const AT = OPEN_MARKETS.toISOString();
const FEED = simulatedQuote('test', 'EURUSD', OPEN_MARKETS.getTime());

/** A limit order to buy, far above the market, as the server would write it down. */
function placing(over: Row = {}): { id: string; call: CommitCall } {
  const id = newId();
  const row = {
    id, client_id: client, symbol: 'EURUSD', side: 'buy', lots: '10', amount: '200000', type: 'limit', at: AT, time_in_force: 'gtc', status: 'working', set_at: AT,
    limit_price: (FEED.ask + 10n ** 9n).toString(), stop_price: null, stop_loss: null, take_profit: null, trailing_distance: null, expires_at: null, ...over,
  }; // prettier-ignore
  return { id, call: { entries: [], rows: { working_order: [row] } } };
}

async function waiting(): Promise<string> {
  const { id, call } = placing();
  expect(await tryCommit(call)).toBe('accepted');
  return id;
}

const moved = (id: string, over: Row = {}): CommitCall => ({
  entries: [],
  rows: {
    working_order: [
      {
        id, client_id: client, status: 'cancelled', lots: '10', amount: '200000', limit_price: (FEED.ask + 10n ** 9n).toString(), stop_price: null,
        stop_loss: null, take_profit: null, trailing_distance: null, set_at: AT, reason: 'client', trade_id: null, ended_at: AT, ...over,
      }, // prettier-ignore
    ],
  },
});

/** The trade that this order opened at the feed's own ask. */
function filling(
  orderId: string,
  { trade: over = {}, order = {}, quote = {} }: { trade?: Row; order?: Row; quote?: Row } = {},
): CommitCall {
  const tradeId = newId();
  const quoteId = `${FEED.id}.m0`;
  return {
    entries: [{ event: 'trade_opened', client, subject: tradeId, postings: [['cash', 200_000], ['margin', -200_000]] }], // prettier-ignore
    rows: {
      quote: [
        {
          id: quoteId, symbol: 'EURUSD', bid: FEED.bid.toString(), ask: FEED.ask.toString(), feed_bid: FEED.bid.toString(), feed_ask: FEED.ask.toString(), markup: '0',
          source: 'test', source_time: AT, received_time: AT, ...quote,
        }, // prettier-ignore
      ],
      ...openingRows(
        {
          id: tradeId, client_id: client, symbol: 'EURUSD', side: 'buy', lots: '10', collateral: '200000', required_margin: marginAt(FEED, 10n), leverage_hundredths: 1500,
          entry_price: FEED.ask.toString(), entry_quote_id: quoteId, opened_at: AT, order_id: orderId, held_since: new Date(OPEN_MARKETS.getTime() + 1), ...over,
        }, // prettier-ignore
      ),
      ...moved(orderId, { status: 'filled', trade_id: tradeId, reason: null, ...order }).rows,
    },
  };
}

async function openTrade(): Promise<string> {
  const { outcome } = await books.run({
    kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n, trailingDistance: 100_000_000n,
  }); // prettier-ignore
  return outcome.ok ? (outcome.result['trade_id'] ?? '') : '';
}

describe('the commit function and orders that wait', () => {
  it('[T16] refuses one of a type that its price is not, without a price, with two, for staff, strangers to the books and the suspended', async () => {
    for (const over of [{ type: 'stop' }, { type: 'market' }, { limit_price: null, type: 'stop' }, { stop_price: '1' }])
      expect(await tryCommit(placing(over).call)).toBe('T20');
    for (const over of [
      { limit_price: null },
      { limit_price: '0' },
      { stop_loss: '-1' },
      { lots: '0' },
      { time_in_force: 'day' },
    ])
      // prettier-ignore
      expect(await tryCommit(placing(over).call)).toBe('23514');
    expect(await tryCommit(placing({ client_id: newId() }).call)).toBe('T20');
    expect(await tryCommit(placing({ client_id: stranger }).call)).toBe('accepted');
    await db.ownerPool.query("update ledger.party set status = 'suspended' where id = $1", [stranger]);
    expect(await tryCommit(placing({ client_id: stranger }).call)).toBe('T20');
  });

  it('[T19] it ends once, as it was, and for its own client', async () => {
    const id = await waiting();
    for (const over of [
      { client_id: stranger }, { ended_at: null }, { lots: '11' }, { amount: '1' }, { limit_price: null, stop_price: '1' }, { status: 'working' },
      { trade_id: newId() }, { status: 'filled', trade_id: newId() },
    ]) expect(await tryCommit(moved(id, over)), JSON.stringify(over)).toBe('T21'); // prettier-ignore
    expect(await tryCommit(moved(id, { status: 'working', lots: '11', ended_at: null, reason: null }))).toBe(
      'accepted',
    );
    expect(await tryCommit(moved(id, { lots: '11' }))).toBe('accepted');
    expect(await tryCommit(moved(id, { lots: '11' }))).toBe('T21');
  });

  it('[T22] it is changed and ends at the moment of its batch, and not at the price of a change that nobody saw', async () => {
    const id = await waiting();
    const early = new Date(OPEN_MARKETS.getTime() - 1);
    const now = new Date(OPEN_MARKETS.getTime() + 1000);
    const waits = { status: 'working', ended_at: null, reason: null };
    expect(await tryCommit(moved(id, { ...waits, set_at: early }))).toBe('T21');
    expect(await tryCommit({ ...moved(id, { ...waits, limit_price: '1' }), now })).toBe('T21');
    expect(await tryCommit({ ...moved(id, { ...waits, limit_price: '1', set_at: now }), now })).toBe('accepted');
    expect(await tryCommit({ ...moved(id, { limit_price: '2', set_at: now, ended_at: now }), now })).toBe('T21');
    expect(await tryCommit({ ...moved(id, { limit_price: '1', set_at: now, ended_at: early }), now })).toBe('T21');
    expect(await tryCommit({ ...moved(id, { limit_price: '1', set_at: now, ended_at: now }), now })).toBe('accepted');
  });

  it('[T21] no order that waits has the id of a trade, whose market order it would be, and no market order that of one that waits', async () => {
    const id = await waiting();
    const { entries, rows } = filling(id, { trade: { id, order_id: null } });
    const call = { entries: entries.map((entry) => ({ ...entry, subject: id })), rows: { ...rows, working_order: [] } };
    expect(await tryCommit(call)).toBe('T21');
    expect(await tryCommit(placing({ id: await openTrade() }).call)).toBe('T20');
  });

  it('[T21] it fills into a trade of its own terms, at its price or beyond, opened by this order and no other', async () => {
    const id = await waiting();
    expect(await tryCommit(filling(id, { trade: { order_id: null } }))).toBe('T21');
    // And was held since its own quote, no later and for good.
    for (const held_since of [null, AT, new Date(OPEN_MARKETS.getTime() + 2)])
      expect(await tryCommit(filling(id, { trade: { held_since } }))).toBe('T22');
    expect(await tryCommit(filling(id, { order: { trade_id: newId() } }))).toBe('T21');
    expect(await tryCommit(filling(id, { trade: { lots: '9' } }))).toBe('T21');
    const other = filling(id);
    expect(await tryCommit({ ...other, rows: { ...other.rows, working_order: [] } })).toBe('T21');
    expect(await tryCommit({ ...other, rows: { ...other.rows, ...moved(id).rows } })).toBe('T21');
    expect(await tryCommit(filling(await waiting(), { trade: { order_id: id } }))).toBe('T21');
    const low = placing({ limit_price: (FEED.ask - 1n).toString() });
    expect(await tryCommit(low.call)).toBe('accepted');
    expect(await tryCommit(filling(low.id, { order: { limit_price: (FEED.ask - 1n).toString() } }))).toBe('T21');
    // M54: nor at a price that its source had said before the order was set.
    const told = (ms: number) => {
      const quote = { id: `${FEED.id}.late${ms}.m0`, source_time: new Date(OPEN_MARKETS.getTime() + ms) };
      return filling(id, { quote, trade: { entry_quote_id: quote.id } });
    };
    expect(await tryCommit(told(-1))).toBe('T21');
    expect(await tryCommit(told(0))).toBe('accepted');
    expect(await tryCommit(filling(id))).toBe('T21');
  });
});

describe('the commit function and what closes a trade', () => {
  const opened = async (stops: { stopLoss?: bigint; takeProfit?: bigint; trailingDistance?: bigint }) => {
    const { outcome } = await books.run({
      kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n, ...stops,
    }); // prettier-ignore
    return outcome.ok ? (outcome.result['trade_id'] ?? '') : '';
  };
  /** At the feed's own bid: what was opened at its ask loses the spread. */
  const result = (lots: number) => spreadLost(FEED, lots);
  const closing = (id: string, closed_by: string, over: Row = {}): CommitCall => ({
    entries: [closingEntry(client, id, 200_000, result(10))],
    rows: {
      ...closingRows(
        {
          id, lots_closed: '10', collateral_out: '200000', realised: String(result(10)), exact_num: String(result(10)), exact_den: '1', shortfall: '0',
          exit_price: FEED.bid.toString(), exit_quote_id: `${FEED.id}.m0`, at: AT, closed_by, client_id: client, exit_fill_id: newId(), ...over,
        }, // prettier-ignore
      ),
    },
  });

  it('[T25] a trailing stop’s best price never gets worse, and only open trades of the client are amended', async () => {
    const id = await openTrade();
    const { rows } = await db.pool.query<{ trailing_peak: string }>(
      'select trailing_peak from ledger.trade where id = $1',
      [id],
    );
    const peak = BigInt(rows[0]?.trailing_peak ?? 0);
    const amend = (over: Row): CommitCall => ({
      entries: [],
      rows: {
        trade: [
          {
            id, client_id: client, stop_loss: null, take_profit: null, trailing_distance: '100000000', trailing_peak: peak.toString(), protected_at: AT,
            loss_step: 0, ...over,
          }, // prettier-ignore
        ],
      },
    });
    expect(await tryCommit(amend({ trailing_peak: (peak - 1n).toString() }))).toBe('T25');
    expect(await tryCommit(amend({ client_id: stranger }))).toBe('L7');
    // What is set is set now: no quote from before it closes the trade.
    for (const protected_at of [new Date(0), null])
      expect(await tryCommit(amend({ protected_at, stop_loss: '1' }))).toBe('T25');
    expect(await tryCommit({ ...amend({ stop_loss: '1' }), now: new Date(OPEN_MARKETS.getTime() + 1) })).toBe('T25');
    expect(await tryCommit(amend({ trailing_peak: null }))).toBe('23514');
    expect(await tryCommit(amend({ stop_loss: '0' }))).toBe('23514');
    expect(await tryCommit(amend({ trailing_peak: (peak + 1n).toString(), loss_step: 2 }))).toBe('accepted');
    expect(await tryCommit(amend({ trailing_peak: (peak + 1n).toString(), loss_step: 1 }))).toBe('L7');
    expect(await tryCommit(amend({ trailing_distance: null, trailing_peak: null, loss_step: 2 }))).toBe('accepted');
    await books.run({ kind: 'close_trade', clientId: client, tradeId: id, lots: null });
    expect(await tryCommit(amend({ loss_step: 3 }))).toBe('L7');
  });

  it('[T36] a close waits from now on and for no more than is open; what waits already stays as it is', async () => {
    const id = await openTrade();
    const { rows } = await db.pool.query<{ trailing_peak: string; trailing_distance: string }>(
      'select trailing_peak, trailing_distance from ledger.trade where id = $1',
      [id],
    );
    const waits = (closing_lots: string | null, closing_since: string | null, loss_step = 0): CommitCall => ({
      entries: [],
      rows: {
        trade: [
          { id, client_id: client, stop_loss: null, take_profit: null, ...rows[0], protected_at: AT, loss_step, closing_lots, closing_since },
        ], // prettier-ignore
      },
    });
    const early = new Date(OPEN_MARKETS.getTime() - 1).toISOString();
    const late = new Date(OPEN_MARKETS.getTime() + 1).toISOString();
    expect(await tryCommit(waits('10', early))).toBe('T25');
    expect(await tryCommit(waits('10', late))).toBe('T25');
    for (const [lots, since] of [['11', AT], ['0', AT], ['-1', AT], ['10', null], [null, AT]] as const)
      expect(await tryCommit(waits(lots, since)), `${lots} ${since}`).toBe('23514'); // prettier-ignore
    expect(await tryCommit(waits('10', AT))).toBe('accepted');
    await db.ownerPool.query('update ledger.trade set closing_since = $2 where id = $1', [id, early]);
    expect(await tryCommit(waits('9', early))).toBe('T25');
    expect(await tryCommit(waits('10', early, 1))).toBe('accepted');
    expect(await tryCommit(waits(null, null, 1))).toBe('accepted');
    await books.run({ kind: 'close_trade', clientId: client, tradeId: id, lots: null });
    expect(await tryCommit(waits('1', AT, 1))).toBe('L7');
  });

  it('[T24] what is said to have closed a trade stood there, on its side of the price', async () => {
    const step = 10n ** 6n;
    const below = (FEED.bid / step) * step - 100n * step;
    const plain = await opened({});
    for (const by of ['stop', 'take_profit', 'trailing_stop'])
      expect(await tryCommit(closing(plain, by)), by).toBe('T24');
    expect(await tryCommit(closing(await opened({ stopLoss: below }), 'stop'))).toBe('T24');
    expect(await tryCommit(closing(await opened({ takeProfit: below + 300n * step }), 'take_profit'))).toBe('T24');
    const id = await opened({ trailingDistance: 100n * step });
    expect(await tryCommit(closing(id, 'trailing_stop'))).toBe('T24');
    const trailing_peak = (FEED.bid + 100n * step).toString();
    expect(await tryCommit(closing(id, 'trailing_stop', { trailing_peak }))).toBe('accepted');
  });

  it('[L8] [T72] each part that is closed has a fill of its own, written with the trade', async () => {
    const id = await opened({});
    const realised = String(result(4));
    const part = { lots_closed: '4', collateral_out: '80000', realised, status: 'active', exit_fill_id: newId() };
    const call = (over: Row = {}): CommitCall => ({
      ...closing(id, 'client', { ...part, ...over }),
      entries: [closingEntry(client, id, 80_000, result(4))],
    });
    expect(await tryCommit(call())).toBe('accepted');
    expect(await tryCommit(call())).toBe('23505');
    expect(await tryCommit(call({ exit_fill_id: null }))).toBe('23502');
    // The trade's own id is its opening's.
    expect(await tryCommit(call({ exit_fill_id: id }))).toBe('L7');
    expect(await tryCommit(call({ exit_fill_id: newId() }))).toBe('accepted');
    const { rows } = await db.pool.query('select kind, side, lots, price, realised from ledger.fill where trade_id = $1 order by kind', [id]); // prettier-ignore
    const closed = { kind: 'close', side: 'sell', lots: '4', price: FEED.bid.toString(), realised };
    expect(rows).toMatchObject([{ kind: 'open', side: 'buy', lots: '10', realised: null }, closed, closed]);
  });

  it('[T22] what the product closes by itself it closes at a quote from after it was set that was still to be looked at', async () => {
    const distance = 10n ** 8n;
    const id = await opened({ trailingDistance: distance });
    const call = (at = AT) => closing(id, 'trailing_stop', { trailing_peak: (FEED.bid + distance).toString(), at }); // prettier-ignore
    const later = new Date(OPEN_MARKETS.getTime() + 120_000);
    const set = (since: Date) => db.ownerPool.query('update ledger.trade set trailing_since = $2 where id = $1', [id, since]); // prettier-ignore
    await set(later);
    expect(await tryCommit(call())).toBe('T22');
    await set(OPEN_MARKETS);
    await db.pool.query('select ledger.advance_watch($1)', [later]);
    expect(await tryCommit({ ...call(later.toISOString()), now: later })).toBe('T22');
    // Never back.
    await db.pool.query('select ledger.advance_watch($1)', [OPEN_MARKETS]);
    expect(await tryCommit({ ...call(later.toISOString()), now: later })).toBe('T22');
    // After a downtime that began with this quote.
    await db.ownerPool.query('update ledger.watch set until = $1', [OPEN_MARKETS]);
    expect(await tryCommit({ ...call(later.toISOString()), now: later })).toBe('accepted');
  });

  it('[T27] [T90] a night is what its entry moved, once, after its hour, of what is open, for its own cost, within the collateral', async () => {
    const id = await openTrade();
    const evening = new Date('2026-03-12T21:00:00.000Z');
    /** By code that shares nothing with the product's. The quote of the opening says what the euro was worth. */
    const costOn = (day: string) => recomputeNight('EURUSD', yearlyBps('EURUSD', 'buy'), day, 10n, FEED) ?? 0n;
    const one = costOn('2026-03-12');
    const due = Number(nearest(one, 1_000_000n));
    const night = (
      over: Row = {},
      { amount = due, cost = one, now = evening, day = '2026-03-12', trade = {} as Row } = {},
    ): CommitCall => ({
      now,
      entries: [{ event: 'overnight_financing', client, subject: id, postings: [['margin', amount], ['financing', -amount]] }], // prettier-ignore
      rows: {
        trade: [{ id, client_id: client, financed: { plus: amount }, accrued: { plus: Number(cost) }, collateral_left: { plus: -amount }, financed_through: day, ...trade }],
        financing: [
          { trade_id: id, client_id: client, day, cost: String(cost), amount: String(amount), lots: '10', quote_id: `${FEED.id}.m0`, conversion_quote_id: null, nights: 1, rate_bps: 300, at: now, ...over },
        ],
      },
    }); // prettier-ignore
    for (const over of [
      { lots: '9' }, { day: '2026-03-10' }, { day: '2026-03-13' }, { client_id: stranger }, { conversion_quote_id: 'none' }, { quote_id: 'none' },
    ]) expect(await tryCommit(night(over)), JSON.stringify(over)).toBe('T27'); // prettier-ignore
    expect(await tryCommit(night({}, { now: new Date('2026-03-12T20:59:59.999Z') }))).toBe('T27');
    // The other side's rate, more nights than the day has, and a cost that its quotes do not give: by the house for itself, or for a client.
    for (const over of [{ rate_bps: 50 }, { rate_bps: 301 }, { nights: 3 }, { nights: 2 }, { cost: '0' }, { cost: String(one + 1n) }, { cost: String(one - 1n) }])
      expect(await tryCommit(night(over)), JSON.stringify(over)).toBe('T90'); // prettier-ignore
    expect(await tryCommit(night({ nights: 3 }, { cost: costOn('2026-03-11') }))).toBe('T90');
    // A weekend is paid for on its Wednesday, and with three nights.
    const saturday = { day: '2026-03-14', now: new Date('2026-03-14T21:00:00.000Z') };
    for (const nights of [0, 1]) expect(await tryCommit(night({ nights }, saturday))).toBe('T90');
    const wednesday = { day: '2026-03-18', now: new Date('2026-03-18T21:00:00.000Z') };
    expect(await tryCommit(night({}, wednesday))).toBe('T90');
    // The trade says something else than its night, or its entries do.
    for (const trade of [
      { financed: { plus: due + 1 } },
      { accrued: { plus: Number(one) + 1 } },
      { financed_through: '2026-03-13' },
    ])
      expect(await tryCommit(night({}, { trade })), JSON.stringify(trade)).toBe('T47');
    expect(await tryCommit(night({}, { trade: { collateral_left: { plus: -due - 1 } } }))).toBe('L7');
    expect(await tryCommit({ ...night(), entries: [] })).toBe('L7');
    expect(await tryCommit({ ...night(), rows: {} })).toBe('CB013');
    // More or less of the collateral than is due.
    for (const amount of [due - 1, due + 1, 200_001]) expect(await tryCommit(night({}, { amount }))).toBe('CB043');
    const back = night();
    expect(
      await tryCommit({ ...back, entries: [{ event: 'overnight_financing', client, subject: id, postings: [['margin', -due], ['financing', due]] }] }), // prettier-ignore
    ).toBe('CB003');
    expect(await tryCommit(night())).toBe('accepted');
    expect(await tryCommit(night())).toBe('T27');
    const triple = costOn('2026-03-18');
    const amount = Number(nearest(one + triple, 1_000_000n)) - due;
    expect(await tryCommit(night({ nights: 3 }, { ...wednesday, cost: triple, amount }))).toBe('accepted');
  });

  it('[L15] the server’s role writes none of these tables outside the ledger functions', async () => {
    for (const text of [
      'delete from ledger.financing',
      'delete from ledger.trade_amendment',
      'update ledger.trade_amendment set stop_loss = null',
      'insert into ledger.trade_amendment (trade_id, at, stop_loss) select id, now(), 1 from ledger.trade',
      'update ledger.working_order set limit_price = 1',
      'update ledger.trade set stop_loss = null',
    ])
      await expect(db.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
  });
});
