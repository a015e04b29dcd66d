import { simulatedQuote } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';
import { marginAt, openingRows, takeNoMarkup } from './trade-rows.ts';

/** What the commit function refuses a server gone wrong about stop-limit orders, what fills or ends at once, and ids that clients give. */
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
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

type Row = Record<string, unknown>;
const AT = OPEN_MARKETS.toISOString();
const seconds = (count: number): string => new Date(OPEN_MARKETS.getTime() + count * 1_000).toISOString();
const FEED = simulatedQuote('test', 'EURUSD', OPEN_MARKETS.getTime());
const STOP = FEED.ask;
const LIMIT = FEED.ask - 10n ** 9n;

function placing(over: Row = {}): { id: string; call: CommitCall } {
  const id = newId();
  const row = {
    id, client_id: client, symbol: 'EURUSD', side: 'buy', lots: '10', amount: '200000', type: 'stop_limit', at: AT, time_in_force: 'gtc', status: 'working', set_at: AT,
    limit_price: LIMIT.toString(), stop_price: STOP.toString(), stop_loss: null, take_profit: null, trailing_distance: null, expires_at: null, ...over,
  }; // prettier-ignore
  return { id, call: { entries: [], rows: { working_order: [row] } } };
}

async function waiting(over: Row = {}): Promise<string> {
  const { id, call } = placing(over);
  expect(await tryCommit(call)).toBe('accepted');
  return id;
}

const quoteRow = (over: Row = {}): Row => ({
  id: `${FEED.id}.m0`, symbol: 'EURUSD', bid: FEED.bid.toString(), ask: FEED.ask.toString(), feed_bid: FEED.bid.toString(), feed_ask: FEED.ask.toString(), markup: '0',
  source: 'test', source_time: AT, received_time: AT, ...over,
}); // prettier-ignore

/** The stop is reached, at the feed's own ask. */
function reaching(id: string, over: Row = {}, quote: Row = {}): CommitCall {
  const row = quoteRow(quote);
  return {
    entries: [],
    rows: { quote: [row], working_order: [{ id, client_id: client, triggered_at: row['received_time'], trigger_quote_id: row['id'], ...over }] },
  }; // prettier-ignore
}

/** The trade that an order opens at the feed's own ask. */
function filling(orderId: string, order: Row, trade: Row = {}): CommitCall {
  const tradeId = newId();
  return {
    entries: [{ event: 'trade_opened', client, subject: tradeId, postings: [['cash', 200_000], ['margin', -200_000]] }],
    rows: {
      quote: [quoteRow()],
      ...openingRows({
        id: tradeId, client_id: client, symbol: 'EURUSD', side: 'buy', lots: '10', collateral: '200000', required_margin: marginAt(FEED, 10n), leverage_hundredths: 1500,
        entry_price: FEED.ask.toString(), entry_quote_id: `${FEED.id}.m0`, opened_at: AT, order_id: orderId, held_since: new Date(OPEN_MARKETS.getTime() + 1), ...trade,
      }),
      working_order: [{ ...order, id: orderId, client_id: client, status: 'filled', trade_id: tradeId, ended_at: AT, reason: null }],
    },
  }; // prettier-ignore
}

describe('the commit function and stop-limit orders', () => {
  it('[T73] one has both prices, and nothing has reached its stop when it is placed', async () => {
    for (const type of ['limit', 'stop']) expect(await tryCommit(placing({ type }).call)).toBe('T20');
    for (const over of [{ limit_price: null }, { stop_price: null }])
      expect(await tryCommit(placing(over).call)).toBe('T20');
    expect(await tryCommit(placing({ triggered_at: AT, trigger_quote_id: `${FEED.id}.m0` }).call)).toBe('T20');
    expect(await tryCommit(placing({ stop_price: '0' }).call)).toBe('23514');
    expect(await tryCommit(placing().call)).toBe('accepted');
  });

  it('[T74] its stop is reached by a quote of its own symbol and time that reached it, once', async () => {
    const id = await waiting();
    const other = (over: Row) => reaching(id, {}, { id: newId(), ...over });
    const [bid, ask] = [(STOP - 2n).toString(), (STOP - 1n).toString()];
    expect(await tryCommit(other({ bid, ask, feed_bid: bid, feed_ask: ask }))).toBe('T74');
    expect(await tryCommit(other({ symbol: 'GBPUSD' }))).toBe('T74');
    expect(await tryCommit(other({ received_time: seconds(-1) }))).toBe('T74');
    expect(await tryCommit(reaching(id, { triggered_at: seconds(-1) }))).toBe('T74');
    expect(await tryCommit(reaching(id, { trigger_quote_id: 'none' }))).toBe('T74');
    expect(await tryCommit(reaching(id, { trigger_quote_id: null }))).toMatch(/^(T74|23514)$/);
    // With nothing else about it.
    for (const over of [{ lots: '11' }, { limit_price: FEED.ask.toString() }, { stop_price: '1' }, { time_in_force: 'day', expires_at: seconds(9) }])
      expect(await tryCommit({ ...reaching(id, { ...over, set_at: seconds(1) }), now: new Date(seconds(1)) }), JSON.stringify(over)).toBe('T74'); // prettier-ignore
    expect(await tryCommit(reaching(id))).toBe('accepted');
    expect(await tryCommit(reaching(id, {}, { id: newId() }))).toBe('T74');
    const gone = {
      entries: [],
      rows: { working_order: [{ id, client_id: client, triggered_at: null, trigger_quote_id: null }] },
    };
    expect(await tryCommit(gone)).toBe('T74');
    // A plain stop order has none.
    const stop = await waiting({ type: 'stop', limit_price: null, stop_price: STOP.toString() });
    expect(await tryCommit(reaching(stop))).toBe('23514');
  });

  it('[T74] a quote that was looked at long ago reaches nothing, nor one from after its end', async () => {
    const id = await waiting({ time_in_force: 'gtd', expires_at: seconds(30) });
    const late = { id: newId(), received_time: seconds(30) };
    expect(await tryCommit({ ...reaching(id, {}, late), now: new Date(seconds(31)) })).toBe('T74');
    const old = await waiting();
    await db.pool.query('select ledger.advance_watch($1)', [seconds(120)]);
    expect(await tryCommit({ ...reaching(old), now: new Date(seconds(120)) })).toBe('T74');
    await db.ownerPool.query('update ledger.watch set until = null');
    expect(await tryCommit(reaching(old))).toBe('accepted');
  });

  it('[T74] it fills after its stop was reached and within its limit, and never before', async () => {
    const wide = { limit_price: (FEED.ask + 10n ** 9n).toString() };
    const id = await waiting(wide);
    expect(await tryCommit(filling(id, wide))).toBe('T21');
    const both = { ...wide, triggered_at: AT, trigger_quote_id: `${FEED.id}.m0` };
    expect(await tryCommit(filling(id, both))).toBe('accepted');
    // Beyond its limit: its stop is reached, and it goes on waiting.
    const tight = await waiting();
    expect(await tryCommit(filling(tight, { triggered_at: AT, trigger_quote_id: `${FEED.id}.m0` }))).toBe('T21');
    expect(await tryCommit(reaching(tight))).toBe('accepted');
    expect(await tryCommit(filling(tight, {}))).toBe('T21');
  });

  it('[T75] its stop stays as it was once it was reached', async () => {
    const id = await waiting();
    expect(await tryCommit(reaching(id))).toBe('accepted');
    const amended = (over: Row): CommitCall => ({
      now: new Date(seconds(1)),
      entries: [],
      rows: { working_order: [{ id, client_id: client, set_at: seconds(1), ...over }] },
    });
    expect(await tryCommit(amended({ stop_price: (STOP + 10n ** 6n).toString() }))).toBe('T21');
    expect(await tryCommit(amended({ limit_price: (LIMIT - 10n ** 6n).toString() }))).toBe('accepted');
  });
});

describe('the commit function and how long an order is good for', () => {
  it('[T77] a date is in the future, of an order that has one, and changes only as the order is amended', async () => {
    expect(await tryCommit(placing({ time_in_force: 'gtd' }).call)).toBe('23514');
    expect(await tryCommit(placing({ expires_at: seconds(9) }).call)).toBe('23514');
    expect(await tryCommit(placing({ time_in_force: 'gtd', expires_at: AT }).call)).toBe('T20');
    const id = await waiting({ time_in_force: 'gtd', expires_at: seconds(9) });
    const put = (over: Row, now = seconds(1)): CommitCall => ({
      now: new Date(now),
      entries: [],
      rows: { working_order: [{ id, client_id: client, ...over }] },
    });
    expect(await tryCommit(put({ expires_at: seconds(99) }))).toBe('T21');
    expect(await tryCommit(put({ time_in_force: 'gtc', expires_at: null }))).toBe('T21');
    expect(await tryCommit(put({ set_at: seconds(1), expires_at: AT }))).toBe('T21');
    expect(await tryCommit(put({ set_at: seconds(1), time_in_force: 'ioc', expires_at: null }))).toBe('23514');
    expect(await tryCommit(put({ set_at: seconds(1), expires_at: seconds(99) }))).toBe('accepted');
  });

  it('[T77] what is over by the clock is not amended any more, though nobody has ended it yet', async () => {
    for (const time_in_force of ['gtd', 'day']) {
      const id = await waiting({ time_in_force, expires_at: seconds(10) });
      const put = (at: number, over: Row) => ({
        now: new Date(seconds(at)),
        ...{ entries: [], rows: { working_order: [{ id, client_id: client, set_at: seconds(at), ...over }] } },
      });
      for (const over of [{ expires_at: seconds(99) }, { lots: '11' }, { time_in_force: 'gtc', expires_at: null }])
        expect(await tryCommit(put(10, over)), JSON.stringify(over)).toBe('T21');
      expect(await tryCommit(put(9.999, { lots: '11' }))).toBe('accepted');
    }
  });

  it('[T76] what fills or ends as it is placed never waits, and is no stop order', async () => {
    const limit = { type: 'limit', stop_price: null };
    for (const time_in_force of ['ioc', 'fok']) {
      const now = { ...limit, time_in_force };
      const ended = { ...now, status: 'cancelled', reason: time_in_force, ended_at: AT };
      expect(await tryCommit(placing(now).call)).toBe('T76');
      expect(await tryCommit(placing({ ...ended, ended_at: seconds(1) }).call)).toBe('T76');
      expect(await tryCommit(placing({ ...ended, status: 'expired' }).call)).toBe('T76');
      expect(await tryCommit(placing({ ...ended, reason: null }).call)).toBe('T76');
      expect(await tryCommit(placing({ ...ended, trade_id: newId() }).call)).toBe('T76');
      expect(await tryCommit(placing({ ...ended, status: 'filled', reason: null, trade_id: newId() }).call)).toBe(
        'T76',
      );
      expect(await tryCommit(placing({ ...ended, type: 'stop_limit', stop_price: '1' }).call)).toBe('T76');
      expect(await tryCommit(placing(ended).call)).toBe('accepted');
    }
    // Nothing else ends as it is placed.
    expect(await tryCommit(placing({ ...limit, status: 'cancelled', reason: 'client', ended_at: AT }).call)).toBe(
      'T20',
    );
  });

  it('[T76] it fills into a trade of its own terms within its limit, at a quote that was still to be looked at', async () => {
    const order = (over: Row = {}): Row => ({
      symbol: 'EURUSD', side: 'buy', lots: '10', amount: '200000', type: 'limit', at: AT, time_in_force: 'ioc', set_at: AT, limit_price: FEED.ask.toString(), stop_price: null,
      stop_loss: null, take_profit: null, trailing_distance: null, expires_at: null, ...over,
    }); // prettier-ignore
    const now = { held_since: null };
    expect(await tryCommit(filling(newId(), order())), 'held since before it was opened').toBe('T22');
    expect(await tryCommit(filling(newId(), order({ limit_price: (FEED.ask - 1n).toString() }), now))).toBe('T76');
    expect(await tryCommit(filling(newId(), order({ lots: '11' }), now))).toBe('T76');
    expect(await tryCommit(filling(newId(), order(), { ...now, order_id: null }))).toBe('T76');
    await db.ownerPool.query('update ledger.watch set until = $1', [seconds(120)]);
    const call = filling(newId(), order({ at: seconds(120), set_at: seconds(120) }), {
      ...now,
      opened_at: seconds(120),
    });
    expect(await tryCommit({ ...call, now: new Date(seconds(120)) })).toMatch(/^T(20|76)$/);
    await db.ownerPool.query('update ledger.watch set until = null');
    expect(await tryCommit(filling(newId(), order(), now))).toBe('accepted');
  });
});

describe('the commit function and ids that clients give', () => {
  const named = (order: string, client_order_id: string, over: Row = {}): Row => ({
    client_id: client, client_order_id, order_id: order, ...over,
  }); // prettier-ignore
  const with_ = (call: CommitCall, ...rows: Row[]): CommitCall => ({
    ...call,
    rows: { ...call.rows, client_order_id: rows },
  });

  it('[T78] belongs to an order of that client which this commit makes, once and for good', async () => {
    const first = placing();
    expect(await tryCommit(with_(first.call, named(first.id, 'grid-1')))).toBe('accepted');
    const second = placing();
    expect(await tryCommit(with_(second.call, named(second.id, 'grid-1')))).toBe('T78');
    expect(await tryCommit(with_(second.call, named(second.id, 'grid-2', { client_id: stranger })))).toBe('T78');
    expect(await tryCommit(with_(second.call, named(newId(), 'grid-2')))).toBe('T78');
    expect(await tryCommit(with_(second.call, named(second.id, 'with blanks')))).toBe('23514');
    expect(await tryCommit(with_(second.call, named(second.id, 'x'.repeat(129))))).toBe('23514');
    // One id an order.
    expect(await tryCommit(with_(second.call, named(second.id, 'a'), named(second.id, 'b')))).toBe('23505');
    expect(await tryCommit(with_(second.call, named(second.id, 'grid-2')))).toBe('accepted');
    // Not of an order from before.
    const old = await waiting();
    expect(await tryCommit({ ...with_({ entries: [] }, named(old, 'late')), now: new Date(seconds(1)) })).toBe('T78');
  });
});
