import type { Account } from '@clearbook/domain/ledger';
import { type DealtQuote, dealtQuote, simulatedQuote, standing } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS, simulatedPrices } from './books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';

/** What the commit function refuses a server gone wrong about copies. Every breach is one change to a call that goes through without it. */
let database: FreshDatabase;
let books: CopyBooks;
let tryCommit: TryCommit;
let trader: { traderId: string; leadId: string };
let copier: { clientId: string; copyId: string };

beforeAll(async () => {
  database = await freshDatabase();
  books = openCopyBooks(database.pool);
  tryCommit = await commitTester(database.pool, await books.openParty('staff'), OPEN_MARKETS);
  trader = await books.openTrader(1_000_000n, { profitShareBps: 1_000 });
  copier = await books.openCopier(trader.traderId);
});
afterAll(async () => {
  // What was shared as copies stopped reaches its traders.
  await books.engine.work();
  expect(await brokenInvariants(database.pool)).toEqual([]);
  expect(await brokenCopies(database.pool)).toEqual([]);
  await books.ledger.close();
  await database.drop();
});

type Row = Record<string, unknown>;
type Paying = { amount?: number; client?: string; from?: Account };

/** $10 of a new high of $100 for April, from the copier's cash into clearing. */
function share(
  over: Row = {},
  { amount = 1_000, to = 'clearing' }: { amount?: number; to?: Account } = {},
): CommitCall {
  const { clientId, copyId } = copier;
  const row = { id: copyId, high_water: '10000', shared: { plus: amount }, shared_month: '2026-04-01', ...over };
  return {
    entries: [
      {
        event: 'profit_share',
        client: clientId,
        subject: copyId,
        postings: [
          ['cash', amount],
          [to, -amount],
        ],
      },
    ],
    rows: { copy: [row] },
  };
}

describe('[C11] the commit function and a profit share', () => {
  it('[C11] refuses one of a high that the copy never had', async () => {
    expect(await tryCommit(share())).toBe('C11');
    await database.ownerPool.query('update ledger.copy set result = 9999 where id = $1', [copier.copyId]);
    expect(await tryCommit(share())).toBe('C11');
    await database.ownerPool.query('update ledger.copy set result = 30000 where id = $1', [copier.copyId]);
  });

  it('[C11] refuses one above its percent, kept back, without its row, or twice in a month', async () => {
    const { entries, rows } = share();
    expect(await tryCommit(share({}, { amount: 1_001 }))).toBe('C11');
    expect(await tryCommit(share({}, { to: 'fees' }))).toBe('C11');
    expect(await tryCommit({ entries: [], rows })).toBe('C11');
    expect(await tryCommit(share({ shared: { plus: 999 } }))).toBe('C11');
    expect(await tryCommit(share({ shared_month: null }))).toBe('C11');
    // A high is what a month was settled at, and only that.
    expect(await tryCommit({ entries: [], rows: { copy: [{ id: copier.copyId, high_water: '1' }] } })).toBe('C11');
    expect(await tryCommit({ entries })).toBe('CB013');
    expect(await tryCommit(share())).toBe('accepted');
    expect(await tryCommit(share({ high_water: '20000' }))).toBe('C11');
    // A high never falls, so the same profit is not shared twice.
    expect(await tryCommit(share({ high_water: '9000', shared_month: '2026-05-01' }))).toBe('C11');
    expect(await tryCommit(share({ high_water: '20000', shared_month: '2026-05-01' }))).toBe('accepted');
    // C11: nor is a high raised that nobody paid for, all of it or a part.
    const june = { high_water: '30000', shared_month: '2026-06-01' };
    expect(await tryCommit(share(june, { amount: 900 }))).toBe('C11');
    expect(await tryCommit({ entries: [], rows: { copy: [{ id: copier.copyId, ...june }] } })).toBe('C11');
    // What a part pays for is a high of its own.
    expect(await tryCommit(share({ ...june, high_water: '29000' }, { amount: 900 }))).toBe('accepted');
    // Nor does a month that was settled come again.
    expect(await tryCommit(share({ high_water: '30000' }))).toBe('C11');
  });

  it('[C19] pays the trader what is due, the very amount, to the very trader, out of clearing, once', async () => {
    const { rows } = await database.pool.query<Row & { id: string }>(
      'select id, copy_id, month::text, lead_id, amount from ledger.share_due order by month',
    );
    const [due, next, part] = rows;
    expect(rows).toMatchObject([
      { month: '2026-04-01', lead_id: trader.leadId, amount: '1000' },
      { month: '2026-05-01' },
      { month: '2026-06-01', amount: '900' },
    ]);
    const pay = (
      over: Row = {},
      { amount = 1_000, client = trader.leadId, from = 'clearing' }: Paying = {},
    ): CommitCall => {
      const row = { ...due, at: OPEN_MARKETS, ...over } as Row & { id: string };
      const postings: [Account, number][] = [[from, amount], ['cash', -amount]]; // prettier-ignore
      return { entries: [{ event: 'profit_share', client, subject: row.id, postings }], rows: { share_paid: [row] } };
    };
    const stranger = (await books.openTrader()).leadId;
    expect(await tryCommit(pay({}, { amount: 999 }))).toBe('C19');
    expect(await tryCommit(pay({ amount: '999' }, { amount: 999 }))).toBe('C19');
    expect(await tryCommit(pay({}, { client: stranger }))).toBe('C19');
    expect(await tryCommit(pay({ lead_id: stranger }, { client: stranger }))).toBe('C19');
    expect(await tryCommit(pay({ id: newId() }))).toBe('C19');
    expect(await tryCommit(pay({ month: '2026-05-01' }))).toBe('C19');
    expect(await tryCommit(pay({ at: new Date(0) }))).toBe('C19');
    expect(await tryCommit(pay({}, { from: 'fees' }))).toBe('CB003');
    expect(await tryCommit({ ...pay(), entries: [] })).toBe('C19');
    expect(await tryCommit({ ...pay(), rows: {} })).toBe('CB013');
    expect(await tryCommit(pay())).toBe('accepted');
    expect(await tryCommit(pay())).toBe('C19');
    // What is not paid stays due, whoever says that it is finished.
    await database.pool.query('select ledger.finish_shares()');
    expect(await tryCommit(pay())).toBe('C19');
    const left = await database.pool.query('select id from ledger.share_due order by month');
    expect(left.rows).toEqual([{ id: next?.id }, { id: part?.id }]);
    expect(await tryCommit(pay(next))).toBe('accepted');
    expect(await tryCommit(pay(part, { amount: 900 }))).toBe('accepted');
    await database.pool.query('select ledger.finish_shares()');
  });

  it('[L25] refuses entries of two clients about one row, whatever they are of', async () => {
    const { entries, rows } = share({ shared_month: '2026-07-01', high_water: '30000' });
    const other = { ...entries[0]!, client: trader.leadId };
    expect(await tryCommit({ entries: [...entries, other], rows })).toBe('CB017');
  });
});

describe('[C18] the commit function and what is kept as a copy stops', () => {
  const HOUR = 3_600_000;
  const later = (ms: number) => new Date(OPEN_MARKETS.getTime() + ms);
  const prices = simulatedPrices(() => OPEN_MARKETS);
  type Quoted = { readonly quote: Row & { id: string }; readonly bid: bigint; readonly ask: bigint };
  /** A quote as the books write it down, with the mark-up that a client without a package has or none, and what is said of it. */
  const quoted = (symbol: 'SOL' | 'XRP' | 'EURJPY' | 'USDJPY' | 'EURUSD', markup = 16, over: Row = {}): Quoted => {
    const priced = prices.quote(symbol, markup);
    if (!priced.ok) throw new Error(priced.code);
    const { id, bid, ask, feedBid, feedAsk, markup: width, source, sourceTime, receivedTime } = priced.quote;
    const sides = { bid: `${bid}`, ask: `${ask}`, feed_bid: `${feedBid}`, feed_ask: `${feedAsk}`, markup: `${width}` };
    const quote = { id, symbol, ...sides, source, source_time: sourceTime, received_time: receivedTime, ...over };
    return { quote, bid, ask };
  };
  const record = ({ quote }: Quoted) =>
    database.ownerPool.query(
      'insert into ledger.quote select (jsonb_populate_record(null::ledger.quote, $1)).* on conflict do nothing',
      [JSON.stringify({ book: 1, ...quote })],
    );
  /** Half to even. */
  const nearest = (num: bigint, den: bigint): bigint => {
    const [down, rest] = [num / den - (num % den < 0n ? 1n : 0n), ((num % den) + den) % den];
    return 2n * rest > den || (2n * rest === den && down % 2n !== 0n) ? down + 1n : down;
  };
  const sol = quoted('SOL');
  const jpy = { own: quoted('EURJPY'), converts: quoted('USDJPY', 0) };

  type Opened = { readonly entry: bigint; readonly lots: bigint };
  type Holding = { clientId: string; copyId: string; sol: string; jpy: string; values: Record<string, bigint>; opened: Record<'sol' | 'jpy', Opened> }; // prettier-ignore
  /** A copier whose copy brought $300.00 and holds a trade in SOL and one in EUR/JPY, and what they would bring at the quotes of now. */
  async function holding(): Promise<Holding> {
    const { traderId, leadId } = await books.openTrader(10_000_000n, { profitShareBps: 1_000 });
    const { clientId, copyId } = await books.openCopier(traderId, { cash: 9_000_000n, amount: 8_000_000n });
    await books.lead(leadId, { symbol: 'SOL', lots: 1_000n, amount: 300_000n });
    await books.lead(leadId, { symbol: 'EURJPY', lots: 20n, side: 'sell', amount: 300_000n });
    await books.engine.work();
    await database.ownerPool.query('update ledger.copy set result = result + 30000 where id = $1', [copyId]);
    const { rows } = await database.pool.query<{ id: string; symbol: string; open_lots: string; entry_price: string }>(
      "select id, symbol, open_lots, entry_price from ledger.trade where copy_id = $1 and status = 'active' order by symbol desc",
      [copyId],
    );
    const [one, two] = rows;
    if (one?.symbol !== 'SOL' || two?.symbol !== 'EURJPY') throw new Error('it holds something else');
    const mid = jpy.converts.bid + jpy.converts.ask;
    const opened = (of: typeof one) => ({ entry: BigInt(of.entry_price), lots: BigInt(of.open_lots) });
    const [long, short] = [opened(one), opened(two)];
    const values = {
      sol: nearest((sol.bid - long.entry) * long.lots, 10n ** 10n),
      jpy: nearest((short.entry - jpy.own.ask) * short.lots * 200_000n, mid),
    };
    return { clientId, copyId, sol: one.id, jpy: two.id, values, opened: { sol: long, jpy: short } };
  }
  type Over = { sol?: Row | null; jpy?: Row | null; copy?: Row; more?: Row[]; quotes?: Quoted[]; now?: Date };
  /** Stops a copy and keeps both of its trades, at the quotes of now. */
  function stop(held: Holding, { sol: one = {}, jpy: two = {}, copy = {}, more = [], quotes = [sol, jpy.own, jpy.converts], now = OPEN_MARKETS }: Over = {}): CommitCall {
    const kept = { copy_id: held.copyId, conversion_quote_id: null, at: now };
    const ofSol = { ...kept, trade_id: held.sol, quote_id: sol.quote.id, value: `${held.values['sol']}` };
    const ofJpy = { ...kept, trade_id: held.jpy, quote_id: jpy.own.quote.id, value: `${held.values['jpy']}` };
    const high = 30_000n + (held.values['sol'] ?? 0n) + (held.values['jpy'] ?? 0n);
    const rows = [...(one ? [{ ...ofSol, ...one }] : []), ...(two ? [{ ...ofJpy, conversion_quote_id: jpy.converts.quote.id, ...two }] : []), ...more];
    const shared = Number(high > 0n ? high / 10n : 0n);
    const stopped = { status: 'stopped', cause: 'client', stopped_at: now, high_water: `${high}`, shared_month: '2026-03-01', shared: { plus: shared } };
    const paid: CommitCall['entries'] = [{ event: 'profit_share', client: held.clientId, subject: held.copyId, postings: [['cash', shared], ['clearing', -shared]] }];
    return {
      now,
      entries: shared > 0 ? paid : [],
      rows: {
        quote: quotes.map(({ quote }) => quote),
        ...(rows.length > 0 && { kept_trade: rows }),
        copy: [{ id: held.copyId, ...stopped, ...copy }],
      },
    };
  } // prettier-ignore

  let held: Holding;
  let other: Holding;
  beforeAll(async () => {
    held = await holding();
    other = await holding();
  });

  it('[C18] refuses a high that nothing says, above what was brought and kept and below it', async () => {
    const high = 30_000n + (held.values['sol'] ?? 0n) + (held.values['jpy'] ?? 0n);
    for (const high_water of ['50000000', `${high + 1n}`, `${high - 1n}`, '30000', '0'])
      expect(await tryCommit(stop(held, { copy: { high_water } })), high_water).toBe('C18');
    // Nor is it left unsettled.
    expect(await tryCommit(stop(held, { copy: { high_water: '0', shared_month: null } }))).toBe('C18');
    // The share is of that high.
    const amount = 1_000_000;
    const entry = { event: 'profit_share' as const, client: held.clientId, subject: held.copyId };
    const postings: [Account, number][] = [['cash', amount], ['clearing', -amount]]; // prettier-ignore
    const taking = stop(held, { copy: { shared: { plus: amount } } });
    expect(await tryCommit({ ...taking, entries: [{ ...entry, postings }] })).toBe('C11');
  });

  it('[C18] refuses another value than its quotes give, and one that is missing, of another copy, or of what is not kept', async () => {
    const plus = (value: bigint | undefined, by: bigint) => ({ value: `${(value ?? 0n) + by}` });
    for (const by of [1n, -1n, 1_000_000n]) {
      expect(await tryCommit(stop(held, { sol: plus(held.values['sol'], by) })), `${by}`).toBe('C18');
      expect(await tryCommit(stop(held, { jpy: plus(held.values['jpy'], by) })), `${by}`).toBe('C18');
      // Also where the high says the same.
      const high_water = `${30_000n + (held.values['sol'] ?? 0n) + (held.values['jpy'] ?? 0n) + by}`;
      expect(await tryCommit(stop(held, { sol: plus(held.values['sol'], by), copy: { high_water } }))).toBe('C18');
    }
    const of = ({ copyId }: Holding, trade_id: string) => ({ copy_id: copyId, trade_id, quote_id: sol.quote.id, conversion_quote_id: null, at: OPEN_MARKETS, value: `${held.values['sol']}` }); // prettier-ignore
    for (const missing of [{ sol: null }, { jpy: null }, { sol: null, jpy: null }])
      expect(await tryCommit(stop(held, missing)), JSON.stringify(missing)).toBe('C18');
    // Also where the high leaves it out, or what is there says its part.
    const soFar = (value: bigint | undefined) => ({ copy: { high_water: `${30_000n + (value ?? 0n)}` } });
    expect(await tryCommit(stop(held, { sol: null, ...soFar(held.values['jpy']) }))).toBe('C18');
    expect(await tryCommit(stop(held, { jpy: null, ...soFar(held.values['sol']) }))).toBe('C18');
    expect(await tryCommit(stop(held, { sol: null, jpy: null, ...soFar(0n) }))).toBe('C18');
    expect(await tryCommit(stop(held, { more: [of(other, other.sol)] }))).toBe('C18');
    expect(await tryCommit(stop(held, { more: [of(held, other.sol)] }))).toBe('C18');
    expect(await tryCommit(stop(held, { more: [of(held, newId())] }))).toBe('C18');
    expect(await tryCommit(stop(held, { sol: { at: later(-1) } }))).toBe('C18');
    // Of a copy that goes on nothing is kept.
    const { copy: _, ...without } = stop(held).rows ?? {};
    expect(await tryCommit({ entries: [], rows: without })).toBe('C18');
  });

  it('[C18] refuses another trade’s quote, another mark-up’s, another pair’s to convert, one of the future, and one from the past', async () => {
    const wrong = async (over: Over) => tryCommit(stop(held, over));
    const xrp = quoted('XRP');
    const cheap = quoted('SOL', 0);
    const dear = quoted('USDJPY', 16);
    const euro = quoted('EURUSD', 0);
    await Promise.all([sol, jpy.own, jpy.converts, xrp, cheap, dear, euro].map(record));
    const all = [sol, jpy.own, jpy.converts];
    for (const { quote } of [xrp, cheap, jpy.own])
      expect(await wrong({ sol: { quote_id: quote.id }, quotes: all }), quote.id).toBe('C18');
    for (const { quote } of [euro, dear, jpy.own])
      expect(await wrong({ jpy: { conversion_quote_id: quote.id }, quotes: all }), quote.id).toBe('C18');
    // Also where the value and the high are what they would give.
    const given = (of: 'sol' | 'jpy', value: bigint) => {
      const rest = held.values[of === 'sol' ? 'jpy' : 'sol'] ?? 0n;
      const high = 30_000n + rest + value;
      return { value: { value: `${value}` }, copy: { high_water: `${high > 0n ? high : 0n}` } };
    };
    const { entry, lots } = held.opened.sol;
    const byXrp = given('sol', nearest((xrp.bid - entry) * lots, 10n ** 10n));
    expect(await wrong({ sol: { quote_id: xrp.quote.id, ...byXrp.value }, copy: byXrp.copy, quotes: all })).toBe('C18');
    const { entry: sold, lots: size } = held.opened.jpy;
    const byEuro = given('jpy', nearest((sold - jpy.own.ask) * size * 200_000n, euro.bid + euro.ask));
    const named = { conversion_quote_id: euro.quote.id, ...byEuro.value };
    expect(await wrong({ jpy: named, copy: byEuro.copy, quotes: all })).toBe('C18');
    expect(await wrong({ jpy: { conversion_quote_id: null } })).toBe('C18');
    expect(await wrong({ sol: { conversion_quote_id: euro.quote.id } })).toBe('C18');
    expect(await wrong({ sol: { quote_id: 'nowhere.m16' } })).toBe('C18');
    for (const [id, ms] of [['future.m16', 1_000], ['past.m16', -2 * HOUR]] as const) {
      const moved = { id, source_time: later(ms), received_time: later(ms) };
      await record(quoted('SOL', 16, moved));
      await record(quoted('USDJPY', 0, { ...moved, id: `pair.${id}` }));
      expect(await wrong({ sol: { quote_id: id } }), id).toBe('C18');
      expect(await wrong({ jpy: { conversion_quote_id: `pair.${id}` } }), id).toBe('C18');
    } // prettier-ignore
    // Nothing rests on them.
    await database.ownerPool.query("delete from ledger.quote where id like any(array['%future.m16', '%past.m16']) or id = any($1)", [[cheap, dear].map(({ quote }) => quote.id)]); // prettier-ignore
  });

  it('[C18] takes a last price that stands from before a split, divided as the market divides it, and none that is not', async () => {
    const said = async (of: DealtQuote, side: 'buy' | 'sell', over: Row = {}) => {
      const { feedBid, feedAsk, sourceTime, receivedTime, ...quote } = of;
      const image = { ...quote, feed_bid: feedBid, feed_ask: feedAsk, source_time: sourceTime, received_time: receivedTime, book: 1, ...over }; // prettier-ignore
      const json = JSON.stringify(image, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
      const { rows } = await database.ownerPool.query<{ is: boolean }>(
        'select ledger.is_last_price(jsonb_populate_record(null::ledger.quote, $1), $2, 16, $3) as is',
        [json, side, OPEN_MARKETS],
      );
      return rows[0]?.is;
    };
    for (const [symbol, fresh, old] of [['KO', 4, 1], ['PEP', 3, 2], ['GE', 1, 10]] as const) {
      // Five minutes before that day's session.
      const effectiveAt = new Date('2026-03-11T13:25:00.000Z');
      await database.ownerPool.query(
        `insert into ledger.corporate_action (id, type, symbol, new_rate, old_rate, ex_date, effective_at, source, source_time, recorded_at)
         values ($1, 'split', $2, $3, $4, '2026-03-11', $5, 'exchange', $6, $6)`,
        [newId(), symbol, fresh, old, effectiveAt, later(-48 * HOUR)],
      );
      const split = { type: 'split', symbol, effectiveAt, num: BigInt(fresh), den: BigInt(old) } as const;
      for (let minute = 1; minute < 12; minute += 1) {
        const quote = simulatedQuote('test', symbol, effectiveAt.getTime() - minute * 60_000);
        const dealt = dealtQuote(standing(quote, [split], OPEN_MARKETS.getTime()), 16);
        expect([await said(dealt, 'buy'), await said(dealt, 'sell')], dealt.id).toEqual([true, true]);
        expect(await said(dealt, 'sell', { id: dealtQuote(quote, 16).id })).toBe(false);
        expect(await said(dealt, 'sell', { bid: dealt.bid * 2n })).toBe(false);
        expect(await said(dealtQuote(quote, 16), 'sell'), 'of the old shares').toBe(false);
      }
      const now = dealtQuote(simulatedQuote('test', symbol, OPEN_MARKETS.getTime()), 16);
      expect([await said(now, 'buy'), await said(now, 'sell')], now.id).toEqual([true, true]);
      expect(await said(now, 'sell', { bid: now.bid + 100_000_000n })).toBe(false);
    } // prettier-ignore
  });

  it('[C18] refuses to stop what is closing with something open, as if that were closed', async () => {
    const only = ({ rows }: CommitCall, over: Row): CommitCall => ({ entries: [], rows: { copy: [{ ...(rows?.['copy']?.[0] as Row), ...over }] } }); // prettier-ignore
    const third = await holding();
    const unsettled = { high_water: '0', shared_month: null, shared: { plus: 0 } };
    expect(await tryCommit(only(stop(third), unsettled))).toBe('C18');
    expect(await tryCommit(only(stop(third), { ...unsettled, status: 'stopping', stopped_at: null }))).toBe('accepted');
    expect(await tryCommit(only(stop(third), unsettled))).toBe('C18');
    expect(await tryCommit(stop(third))).toBe('C18');
    await database.pool.query('select ledger.finish_copy_tasks(array(select number from ledger.copy_task))');
    const { rows } = await database.pool.query('select from ledger.kept_trade');
    expect(rows).toEqual([]);
    await database.ownerPool.query('update ledger.copy set result = result - 30000 where id = $1', [third.copyId]);
  });

  it('[C18] takes it as it stands, once: of now, and after a weekend at prices of two days ago', async () => {
    expect(await tryCommit(stop(held))).toBe('accepted');
    expect(await tryCommit(stop(held))).toBe('C18');
    const late = stop(held).rows?.['kept_trade'];
    expect(await tryCommit({ entries: [], rows: { kept_trade: late ?? [] } })).toBe('C18');
    expect(await tryCommit(stop(other, { now: later(48 * HOUR) }))).toBe('accepted');
    const { rows } = await database.pool.query(
      'select trade_id, value from ledger.kept_trade where copy_id = $1 order by trade_id',
      [held.copyId],
    );
    expect(rows).toEqual([held.sol, held.jpy].toSorted().map((trade_id) => ({ trade_id, value: `${held.values[trade_id === held.sol ? 'sol' : 'jpy']}` }))); // prettier-ignore
  });
});

describe('[C10] the commit function and a copy’s life', () => {
  const started = (over: Row = {}): CommitCall => ({
    entries: [],
    rows: {
      copy: [
        {
          id: newId(), client_id: copier.clientId, trader_id: trader.traderId, lead_id: trader.leadId, bot: false, allotment: '100', stop_loss: null,
          copy_open: false, profit_share_bps: 1_000, status: 'active', high_water: '0', shared: '0', started_at: OPEN_MARKETS, ...over,
        }, // prettier-ignore
      ],
    },
  });
  const moved = (over: Row): CommitCall => ({ entries: [], rows: { copy: [{ id: copier.copyId, ...over }] } });
  const stopped = { status: 'stopped', cause: 'client', stopped_at: OPEN_MARKETS };

  it('[C8] refuses a second running copy, other terms than the trader’s, a copy of oneself, and a stop-loss above the allotment', async () => {
    const client_id = await books.openParty();
    expect(await tryCommit(started())).toBe('23505');
    expect(await tryCommit(started({ client_id, profit_share_bps: 0 }))).toBe('C8');
    expect(await tryCommit(started({ client_id, lead_id: copier.clientId }))).toBe('C8');
    expect(await tryCommit(started({ client_id, bot: true }))).toBe('C8');
    expect(await tryCommit(started({ client_id, high_water: '1' }))).toBe('C8');
    expect(await tryCommit(started({ client_id, started_at: new Date(0) }))).toBe('C8');
    expect(await tryCommit(started({ client_id: trader.leadId }))).toBe('23514');
    expect(await tryCommit(started({ client_id, stop_loss: '101' }))).toBe('23514');
    expect(await tryCommit(started({ client_id }))).toBe('accepted');
  });

  it('[C10] what was agreed stays as it was, what has ended stays ended, and nothing jumps', async () => {
    const stranger = await books.openParty();
    const terms = [
      { client_id: stranger }, { lead_id: stranger }, { bot: true }, { allotment: { plus: 1 } }, { stop_loss: '1' }, { copy_open: true },
      { profit_share_bps: 0 }, { started_at: new Date(0) }, { cause: 'client' }, { stopped_at: OPEN_MARKETS },
    ]; // prettier-ignore
    for (const over of terms) expect(await tryCommit(moved(over)), JSON.stringify(over)).toBe('C10');
    // It ends with its reason, at its time.
    expect(await tryCommit(moved({ status: 'stopping' }))).toBe('C10');
    expect(await tryCommit(moved({ ...stopped, stopped_at: null }))).toBe('C10');
    expect(await tryCommit(moved({ status: 'stopping', cause: 'client' }))).toBe('accepted');
    const { rows: waiting } = await database.pool.query('select kind, copy_id from ledger.copy_task');
    expect(waiting).toEqual([{ kind: 'stop', copy_id: copier.copyId }]);
    await database.pool.query('select ledger.finish_copy_tasks(array(select number from ledger.copy_task))');
    for (const status of ['active', 'paused']) expect(await tryCommit(moved({ status }))).toBe('C10');
    expect(await tryCommit(moved({ ...stopped, cause: 'stop_loss' }))).toBe('C10');
    expect(await tryCommit(moved(stopped))).toBe('accepted');
    for (const status of ['active', 'paused', 'stopping'])
      expect(await tryCommit(moved({ status, stopped_at: null }))).toBe('C10');
  });

  it('[C10] [C15] a trader is listed with a card, leaves the list once, and changes in nothing else', async () => {
    const traderId = newId();
    const row = { id: traderId, minimum_balance: '0', profit_share_bps: 0, listed: true, created_at: OPEN_MARKETS };
    const card = { trader_id: traderId, name: 'Ada', return_rate: '1', followers: '1' };
    const call = (trader: Row, cards: Row[] = []): CommitCall => ({
      entries: [],
      rows: { trader: [trader], ...(cards.length > 0 && { trader_card: cards }) },
    });
    expect(await tryCommit(call(row))).toBe('CB031');
    expect(await tryCommit(call({ ...row, created_at: new Date(0) }, [card]))).toBe('C15');
    expect(await tryCommit(call(row, [card]))).toBe('accepted');
    expect(await tryCommit({ entries: [], rows: { trader_card: [{ ...card, name: 'Bob' }] } })).toBe('C15');
    const gone = { id: traderId, listed: false, deleted_at: OPEN_MARKETS };
    for (const over of [
      { minimum_balance: '1' },
      { profit_share_bps: 1 },
      { client_id: copier.clientId },
      { deleted_at: null },
    ])
      expect(await tryCommit(call({ ...gone, ...over })), JSON.stringify(over)).toBe('C10');
    expect(await tryCommit(call(gone))).toBe('accepted');
    expect(await tryCommit(call(gone))).toBe('C10');
  });

  it('[C5] a skip says when it was written, and is never written over', async () => {
    const skip = { copy_id: copier.copyId, lead_trade_id: newId(), reason: 'late', at: OPEN_MARKETS };
    const call = (over: Row): CommitCall => ({ entries: [], rows: { copy_skip: [{ ...skip, ...over }] } });
    expect(await tryCommit(call({ at: new Date(0) }))).toBe('C5');
    expect(await tryCommit(call({}))).toBe('accepted');
    expect(await tryCommit(call({ reason: 'paused' }))).toBe('accepted');
    const { rows } = await database.pool.query('select reason from ledger.copy_skip where lead_trade_id = $1', [
      skip.lead_trade_id,
    ]);
    expect(rows).toEqual([{ reason: 'late' }]);
  });

  it('[C3] a mirrored trade ties up its share of the trader’s collateral, rounded up, or its margin, and no cent more', async () => {
    const { traderId, leadId } = await books.openTrader(10_000_000n);
    const lead = await books.lead(leadId, { lots: 10_000n, amount: 4_000_001n });
    const { copyId } = await books.openCopier(traderId, { amount: 190_000n });
    const mirrors = async (beyond: string, required = '1') => {
      const connection = await database.ownerPool.connect();
      try {
        await connection.query('begin');
        await connection.query(
          `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left,
             leverage_hundredths, status, entry_price, entry_quote_id, opened_at, copy_id, lead_trade_id)
           select c.book, gen_random_uuid(), c.client_id, l.symbol, l.side, n.lots, n.lots, n.collateral, n.collateral, $3::bigint, $3::bigint, 100, 'active', l.entry_price,
             l.entry_quote_id, l.opened_at, c.id, l.id
           from ledger.copy c, ledger.trade l, lateral (select div(l.lots::numeric * c.allotment, l.equity_at_open) as lots) m,
             lateral (select m.lots, ceil(l.collateral * m.lots / l.lots) + $4::bigint as collateral) n where c.id = $1 and l.id = $2`,
          [copyId, lead, required, beyond],
        );
        return 'accepted';
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    };
    expect(await mirrors('0')).toBe('accepted');
    expect(await mirrors('1')).toBe('CB030');
    const { rows } = await database.pool.query<{ share: string }>(
      `select ceil(l.collateral * div(l.lots::numeric * c.allotment, l.equity_at_open) / l.lots) + 1 as share from ledger.copy c, ledger.trade l where c.id = $1 and l.id = $2`,
      [copyId, lead],
    );
    expect(await mirrors('1', rows[0]?.share)).toBe('accepted');
  });

  it('[C2] no statement, not even the owner’s, puts a copy above its allotment', async () => {
    await expect(
      database.ownerPool.query("update ledger.copy set held = allotment + result + 1 where status <> 'stopped'"),
    ).rejects.toMatchObject({ constraint: 'copy_exposure' });
  });

  it('[L15] the server’s role writes no table of copies outside the ledger functions', async () => {
    for (const table of [
      'trader',
      'copy',
      'copy_skip',
      'copy_share',
      'kept_trade',
      'copy_task',
      'share_due',
      'share_paid',
    ])
      await expect(database.pool.query(`delete from ledger.${table}`), table).rejects.toMatchObject({ code: '42501' });
  });
});
