import type { Symbol } from '@clearbook/domain/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nightTakes, recomputeNight, yearlyBps } from '../../../sim/recompute.ts';
import { Nights } from '../src/features/watch/nights.ts';
import type { Market } from '../src/features/market/index.ts';
import { type Books, brokenInvariants, openBooks } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { marketPrices, simulatedMarket } from './market.ts';

/**
 * Four weeks of nights over the end of a month, the end of summer time (1 November 2026) and Thanksgiving, computed again by code that knows the rule and
 * the fee schedule alone (sim/recompute.ts): no figure of the product's goes in but the quotes on the tape.
 */
const FIRST = Date.UTC(2026, 9, 30);
const DAYS = 28;
const DAY_MS = 86_400_000;
const SUMMER_ENDS = '2026-11-01';
/** Nobody was there from Friday to Monday. */
const AWAY = new Set(['2026-11-13', '2026-11-14', '2026-11-15']);
const HALVED_ON = '2026-11-10';

const HELD: readonly (readonly [Symbol, lots: bigint, amount: bigint])[] = [
  ['EURUSD', 13n, 300_000n],
  ['USDJPY', 7n, 300_000n],
  ['GBPJPY', 5n, 300_000n],
  ['NZDCAD', 9n, 300_000n],
  ['EURCHF', 1n, 100_000n],
  ['CADJPY', 3n, 200_000n],
  ['BTC', 1n, 200_000n],
  ['SHIB', 900n, 100_000n],
  ['AAPL', 1_000n, 400_000n],
  ['BRK.B', 100n, 100_000n],
];

let db: FreshDatabase;
let books: Books;
let market: Market;

beforeAll(async () => {
  db = await freshDatabase();
  market = simulatedMarket(() => books.now());
  books = openBooks(db.pool, { prices: marketPrices(market, () => books.now()) });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

/** 17:00 in New York: 21:00 UTC in summer time, 22:00 after it. */
const hourOf = (day: string): number => Date.parse(`${day}T${day < SUMMER_ENDS ? '21' : '22'}:00:00.000Z`);
const dayOf = (i: number): string => new Date(FIRST + i * DAY_MS).toISOString().slice(0, 10);

type Held = { id: string; symbol: Symbol; side: 'buy' | 'sell'; lots: bigint; left: bigint };

async function openAll(): Promise<{ client: string; held: Held[] }> {
  books.at(new Date(FIRST + 16 * 3_600_000));
  const client = await books.openParty();
  await books.fund(client, 10_000_000n);
  const held: Held[] = [];
  for (const [symbol, lots, amount] of HELD) {
    for (const side of ['buy', 'sell'] as const) {
      const { outcome } = await books.run({ kind: 'open_trade', clientId: client, symbol, side, lots, amount });
      if (!outcome.ok) throw new Error(`${symbol}: ${outcome.refusal.code}`);
      held.push({ id: outcome.result['trade_id'] ?? '', symbol, side, lots, left: amount });
    }
  }
  return { client, held };
}

type Night = Record<'trade_id' | 'day' | 'nights' | 'rate_bps' | 'lots' | 'cost' | 'amount' | 'bid' | 'ask' | 'at', string>; // prettier-ignore

async function nightsOfAll(): Promise<Map<string, Night[]>> {
  const { rows } = await db.pool.query<Night>(
    `select n.trade_id, n.day::text, n.nights::text, n.rate_bps::text, n.lots, n.cost, n.amount, coalesce(c.feed_bid, q.feed_bid) as bid, coalesce(c.feed_ask, q.feed_ask) as ask,
       (extract(epoch from q.received_time) * 1000)::bigint::text as at
     from ledger.financing n join ledger.quote q on (q.book, q.id) = (n.book, n.quote_id) left join ledger.quote c on (c.book, c.id) = (n.book, n.conversion_quote_id)
     order by n.day`,
  );
  return Map.groupBy(rows, ({ trade_id }) => trade_id);
}

it('[T93] four weeks of nights over a change of the clocks, the end of a month and a holiday are computed again, to the cent, for longs and shorts', async () => {
  const { client, held } = await openAll();
  for (let i = 0; i < DAYS; i += 1) {
    const day = dayOf(i);
    if (AWAY.has(day)) continue;
    if (day === HALVED_ON) {
      books.at(new Date(hourOf(day) - 4 * 3_600_000));
      const [whole] = held;
      const closing = { kind: 'close_trade', clientId: client, tradeId: whole?.id ?? '', lots: 6n } as const;
      expect((await books.run(closing)).outcome.ok).toBe(true);
    }
    books.at(new Date(hourOf(day) + 5_000));
    const log = { warn: (context: unknown) => expect(context).toBeUndefined(), info: () => {}, error: () => {} };
    await new Nights({ pool: db.pool, ledger: books.ledger, market, log }).charge(books.now());
  }
  const charged = await nightsOfAll();
  const counts = { nights: 0, cents: 0n };
  for (const { id, symbol, side, lots, left } of held) {
    let [open, rest, accrued, taken] = [lots, left, 0n, 0n];
    const expected: string[] = [];
    const found: string[] = [];
    const nights = new Map((charged.get(id) ?? []).map((night) => [night.day, night]));
    for (let i = 0; i < DAYS; i += 1) {
      const day = dayOf(i);
      const night = nights.get(day);
      if (day === HALVED_ON && id === held[0]?.id) {
        const { rows } = await db.pool.query<{ left: string }>(
          'select collateral_left + financed as left from ledger.trade where id = $1',
          [id],
        );
        [open, rest] = [open - 6n, BigInt(rows[0]?.left ?? 0) - taken];
      }
      const mid = night && { bid: BigInt(night.bid), ask: BigInt(night.ask) };
      const cost = recomputeNight(symbol, yearlyBps(symbol, side), day, open, mid ?? { bid: 1n, ask: 1n });
      if (cost === undefined) continue;
      accrued += cost;
      const takes = nightTakes(accrued, taken, rest);
      [taken, rest] = [taken + takes, rest - takes];
      expected.push(`${day} ${open} lots ${cost} ${takes}`);
      // Its quote is the last one of the hour.
      if (night && Number(night.at) <= hourOf(day))
        found.push(`${day} ${night.lots} lots ${night.cost} ${night.amount}`);
      counts.nights += 1;
    }
    expect(found, `${side} ${symbol}`).toEqual(expected);
    expect(nights.size, `${side} ${symbol}`).toBe(expected.length);
    const { rows } = await db.pool.query<{ financed: string }>('select financed from ledger.trade where id = $1', [id]);
    expect(BigInt(rows[0]?.financed ?? -1), `${side} ${symbol}`).toBe(taken);
    counts.cents += taken;
  }
  // Four weeks have 20 charges of a pair, worth 28 nights; and 28 of everything else.
  expect(counts.nights).toBe(12 * 20 + 8 * 28);
  const { rows } = await db.pool.query<{ paid: string }>(
    'select -sum(amount) as paid from ledger.posting where account = 22',
  );
  expect(BigInt(rows[0]?.paid ?? 0)).toBe(counts.cents);
}, 120_000);
