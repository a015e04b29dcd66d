import type { Equity } from '@clearbook/contracts/performance';
import { decimalToCents } from '@clearbook/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { liveRandomly } from '../../../test/random-life.ts';
import { flowsBetween, readForRecount, valueBefore } from '../../../test/recount-equity.ts';
import { type Served, serve } from '../../../test/served.ts';
import type { Market } from '../market/index.ts';
import { DAY_MS, startOfDay } from './days.ts';
import { performanceRoutes } from './index.ts';

const SEEDS = [7, 20_261];
const BARS = { '1d': '15m', '1w': '1h', '1m': '4h', '3m': '1d', '1y': '1d', all: '1d' } as const;

let db: FreshDatabase;
let books: CopyBooks;
let market: Market;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  market = simulatedMarket(() => books.now());
  books = openCopyBooks(db.pool, { prices: () => marketPrices(market, () => books.now()) });
  http = await serve(
    () => books.now(),
    (register) => performanceRoutes(register, { pool: db.pool, market }),
  );
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.engine.close();
  await books.ledger.close();
  await db.drop();
});

const cents = (money: { amount: string } | null) => (money === null ? undefined : decimalToCents(money.amount));
const read = (range: string, clientId: string) => http.get<Equity>(`/me/equity?range=${range}`, `client ${clientId}`);

describe('what an account was worth', () => {
  it.each(SEEDS)(
    '[PF1] [PF2] [PF3] every point of every range is counted again from entries, fills and bars, to the cent (%i)',
    async (seed) => {
      const begins = new Date(OPEN_MARKETS.getTime() + SEEDS.indexOf(seed) * 21 * DAY_MS);
      const clientId = await liveRandomly({ db, books, market }, seed, begins);
      const { rows: events } = await db.pool.query<{ name: string }>(
        'select distinct r.name from ledger.entry e join ledger.event_rule r on r.code = e.event where e.client_id = $1',
        [clientId],
      );
      expect(events.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'trade_closed',
          'overnight_financing',
          'loan_interest',
          'adjustment',
          'demo_top_up',
          'dividend',
        ]),
      );
      const facts = await readForRecount(db.pool, clientId);
      for (const range of ['all', '1m', '1w', '1d', '3m', '1y'] as const) {
        const { points, value, today, over_range: whole, as_of } = await read(range, clientId);
        expect(points.length).toBeGreaterThan(10);
        let product = 1;
        for (const [i, point] of points.entries()) {
          const isNow = i === points.length - 1;
          const at = isNow ? new Date(Date.parse(point.at) + 1) : new Date(point.at);
          const bars = isNow && BARS[range] === '1d' ? '1m' : BARS[range];
          expect(cents(point.value), `${range} ${point.at}`).toBe(await valueBefore(facts, market, at, bars));
          const before = points[i - 1];
          if (before === undefined) continue;
          const flows = flowsBetween(facts, new Date(before.at), at);
          expect({
            deposited: cents(point.deposited),
            withdrawn: cents(point.withdrawn),
            adjusted: cents(point.adjusted),
          }).toEqual(flows);
          const [into, out] = [
            flows.deposited + (flows.adjusted > 0n ? flows.adjusted : 0n),
            flows.withdrawn - (flows.adjusted < 0n ? flows.adjusted : 0n),
          ];
          const base = (cents(before.value) ?? 0n) + into;
          if (base > 0n) product *= Number((cents(point.value) ?? 0n) + out) / Number(base);
        }
        expect(points.at(-1)?.at).toBe(as_of);
        expect(Number(whole.percent)).toBeCloseTo((product - 1) * 100, 1);
        const midnight = startOfDay(books.now());
        expect(today.since).toBe(midnight.toISOString());
        const flows = flowsBetween(facts, midnight, new Date(books.now().getTime() + 1));
        const start = (await valueBefore(facts, market, midnight, '15m')) ?? 0n;
        expect(cents(today.change)).toBe(
          (cents(value) ?? 0n) - start - flows.deposited + flows.withdrawn - flows.adjusted,
        );
      }
    },
  );

  it('[PF4] days are kept once they are over, and made again, the same, when they are gone', async () => {
    const { rows: kept } = await db.pool.query('select * from app.equity_day order by client_id, day');
    expect(kept.length).toBeGreaterThan(20);
    const clientId: string =
      kept.find(({ day }: { day: Date }) => day.getTime() === startOfDay(books.now()).getTime() - DAY_MS)?.client_id ??
      '';
    await db.pool.query('delete from app.equity_day');
    await Promise.all([read('all', clientId), read('1d', clientId)]);
    const { rows: again } = await db.pool.query('select * from app.equity_day order by client_id, day');
    expect(again).toEqual(kept.filter((row: { client_id: string }) => row.client_id === clientId));
    expect(again.every(({ day }: { day: Date }) => day < startOfDay(books.now()))).toBe(true);
  });

  it('[PF1] of an account without an entry is nothing, at one point', async () => {
    const nobody = await books.openParty();
    const equity = await read('1m', nobody);
    expect(equity).toMatchObject({ value: { amount: '0.00' }, today: { change: { amount: '0.00' }, percent: null } });
    expect(equity.points).toHaveLength(1);
    expect((await http.ask('/me/equity?range=5y', `client ${nobody}`)).statusCode).toBe(422);
  });

  it('[PF3] of an account that was opened on the first day of a range, before its first point, has all points', async () => {
    const ends = new Date('2026-06-10T15:07:00Z');
    const opened = new Map<string, { clientId: string; points: number }>();
    for (const [range, days, points] of [
      ['1m', 30, 92],
      ['1w', 7, 86],
      ['1d', 1, 98],
    ] as const) {
      books.at(new Date(startOfDay(ends).getTime() - days * DAY_MS + 60_000));
      opened.set(range, { clientId: await books.openParty(), points });
      await books.fund(opened.get(range)?.clientId ?? '', 100_000n);
    }
    books.at(ends);
    for (const [range, { clientId, points: count }] of opened) {
      await books.fund(clientId, 500n);
      const { points, over_range: whole } = await read(range, clientId);
      expect(points).toHaveLength(count);
      expect(points.at(0)).toMatchObject({ value: { amount: '1000.00' }, deposited: { amount: '0.00' } });
      expect(points.at(-1)).toMatchObject({ value: { amount: '1005.00' }, deposited: { amount: '5.00' } });
      expect(whole).toMatchObject({ since: points[0]?.at, change: { amount: '0.00' }, percent: '0.00' });
    }
  });

  it('[PF2] a deposit, a payout and what staff enter are no profit', async () => {
    const [clientId, staffId] = [await books.openParty(), await books.openParty('staff')];
    await books.fund(clientId, 100_000n);
    await books.run({
      kind: 'adjust',
      staffId,
      clientId,
      direction: 'credit',
      amount: 500n,
      reason: 'r',
      corrects: null,
    });
    const { value, today, points } = await read('1d', clientId);
    expect([value?.amount, today.change?.amount, today.percent]).toEqual(['1005.00', '0.00', '0.00']);
    expect(points.at(-1)).toMatchObject({ deposited: { amount: '1000.00' }, adjusted: { amount: '5.00' } });
  });
});
