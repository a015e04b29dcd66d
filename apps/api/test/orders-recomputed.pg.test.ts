import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recomputeOrders } from '../../../sim/recompute-orders.ts';
import { brokenInvariants } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { recorded, replayOrders } from './drills/replayed-orders.ts';

/** A sample; `npm run accept -- orders-recomputed` is the whole. */
const ORDERS = Number(process.env['RECOMPUTED_ORDERS'] ?? 300);
const DAYS = ORDERS > 1_000 ? 29 : 5;

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase({ durable: false });
});
afterAll(async () => {
  await db.drop();
});

if (!recorded)
  process.stdout.write('../shared/data/market is not here: no orders were recomputed on recorded candles.\n');

describe.runIf(recorded)('orders on recorded candles', () => {
  it(
    '[T35] [T74] [T76] [T77] every fill, result, balance and night is computed again from fills, quotes and the fee schedule, to the cent',
    { timeout: 1_800_000 },
    async () => {
      const { books, placed, disagreed } = await replayOrders(db.pool, { orders: ORDERS, days: DAYS, seed: 4 });
      expect(disagreed).toEqual([]);
      const types = ['market', 'limit', 'stop', 'stop_limit'].map((type) => placed.get(type) ?? 0);
      expect(types.reduce((sum, count) => sum + count, 0)).toBe(ORDERS);
      const { wrong, results, balances, nights, triggers } = recomputeOrders(books);
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(await brokenInvariants(db.pool)).toEqual([]);
      const closed = Object.fromEntries(
        [...Map.groupBy(books.trades, ({ closedBy }) => closedBy ?? 'open')].map(([by, all]) => [by, all.length]),
      );
      const ended = Object.fromEntries(
        [...Map.groupBy(books.orders, ({ status }) => status)].map(([status, all]) => [status, all.length]),
      );
      process.stdout.write(
        `recomputed: ${[...placed].map(([name, count]) => `${count} ${name}`).join(', ')}; ${results} results, ${nights} nights, ${balances} balances, ${triggers} triggers; ` +
          `trades ${JSON.stringify(closed)}; orders ${JSON.stringify(ended)}\n`,
      );
      for (const count of [results, nights, triggers, ...types, placed.get('gtd'), placed.get('linked')])
        expect(count ?? 0).toBeGreaterThan(10);
      for (const kept of ['day', 'ioc', 'fok', 'with targets', 'restarts', 'orders amended', 'trades amended'])
        expect(placed.get(kept) ?? 0, kept).toBeGreaterThan(0);
      expect(books.orders.filter(({ triggeredAt }) => triggeredAt !== null).length).toBeGreaterThan(0);
      // A close-out takes longer than a sample lasts.
      const means = ['client', 'stop', 'take_profit', 'trailing_stop', ...(ORDERS > 1_000 ? ['close_out'] : [])];
      for (const by of means) expect(closed[by] ?? 0, by).toBeGreaterThan(0);
    },
  );
});
