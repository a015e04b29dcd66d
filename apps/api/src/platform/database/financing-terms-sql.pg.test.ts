import { conversionPair, standardFinancing, INSTRUMENTS, nightsOn, tripleWeekday } from '@clearbook/domain/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

it('[T90] the database knows the rates, the lot and the weekday of three nights of every instrument, and none of any other', async () => {
  const { rows } = await db.ownerPool.query(
    `select s as symbol, f.buy_bps as buy, f.sell_bps as sell, f.lot_size::text as lot, f.converter, f.inverse, f.triple_weekday as triple
     from unnest($1::text[]) with ordinality as u(s, n) left join lateral ledger.financing_terms(s) f on true order by n`,
    [[...INSTRUMENTS.map(({ symbol }) => symbol), 'NOSUCH']],
  );
  expect(rows.pop()).toMatchObject({ symbol: 'NOSUCH', buy: null, sell: null, lot: null });
  expect(rows).toEqual(
    INSTRUMENTS.map((of) => {
      const pair = conversionPair(of.base);
      return {
        symbol: of.symbol,
        ...standardFinancing(of),
        lot: of.lotSize.toString(),
        converter: pair?.symbol ?? null,
        inverse: pair?.inverse ?? false,
        triple: tripleWeekday(of) ?? null,
      };
    }),
  );
  for (const of of INSTRUMENTS) {
    const { buy, sell } = standardFinancing(of);
    expect(Math.min(buy, sell), of.symbol).toBeGreaterThan(0);
  }
});

it('[T90] it counts the nights of every day of a leap year and the next as the decision does', async () => {
  const days = Array.from({ length: 731 }, (_, i) => new Date(Date.UTC(2028, 0, 1 + i)).toISOString().slice(0, 10));
  for (const of of INSTRUMENTS.filter(({ symbol }) => ['EURUSD', 'BTC', 'AAPL'].includes(symbol))) {
    const { rows } = await db.ownerPool.query<{ nights: number }>(
      'select ledger.nights_on(d, $2) as nights from unnest($1::date[]) with ordinality as u(d, n) order by n',
      [days, tripleWeekday(of) ?? null],
    );
    expect(
      rows.map(({ nights }) => nights),
      of.symbol,
    ).toEqual(days.map((day) => nightsOn(of, day)));
  }
});
