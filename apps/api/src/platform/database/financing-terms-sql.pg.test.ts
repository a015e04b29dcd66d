import {
  conversionPair,
  conversionRate,
  dealtQuote,
  standardFinancing,
  INSTRUMENTS,
  nightsOn,
  priceStep,
  tripleWeekday,
} from '@clearbook/domain/market';
import { effectiveLeverageHundredths, NO_PACKAGE, notional, requiredMargin } from '@clearbook/domain/positions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_MARKETS } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';

const NO_QUOTE = { id: 'q', source: 'test', sourceTime: OPEN_MARKETS, receivedTime: OPEN_MARKETS };

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

it('[T2] it works out the leverage and the required margin of every instrument as the decision does', async () => {
  const prices = new Map(
    INSTRUMENTS.map(({ symbol }, i) => [symbol as string, { bid: 7_123_456_789n + BigInt(i), ask: 7_123_999_991n }]),
  );
  await db.ownerPool.query(
    `insert into ledger.quote (book, id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time)
     select 0, s, s, b, a, b, a, 0, 'test', $4, $4 from unnest($1::text[], $2::bigint[], $3::bigint[]) as u(s, b, a)`,
    [
      [...prices.keys()],
      [...prices.values()].map(({ bid }) => bid),
      [...prices.values()].map(({ ask }) => ask),
      OPEN_MARKETS,
    ],
  );
  for (const of of INSTRUMENTS)
    for (const leverageCeiling of [0, 4, 500]) {
      const leverage = effectiveLeverageHundredths(of, { ...NO_PACKAGE, leverageCeiling });
      const rate = conversionRate(of.base, (symbol) => ({
        id: symbol,
        ...(prices.get(symbol) ?? { bid: 0n, ask: 0n }),
      }));
      if (rate === undefined) throw new Error(`no rate of ${of.base}`);
      for (const lots of [1n, 12_345n]) {
        const { rows } = await db.ownerPool.query(
          `select greatest(ledger.leverage_cap($1) * 50, least(ledger.leverage_cap($1), $2) * 100) as leverage,
             ledger.margin_by_quotes(0::smallint, $1, $3, $4, $1, $5, $6)::text as margin`,
          [of.symbol, leverageCeiling, lots, leverage, conversionPair(of.base)?.symbol ?? null, OPEN_MARKETS],
        );
        expect(rows[0], of.symbol).toEqual({
          leverage,
          margin: requiredMargin(notional(of, lots, rate), leverage).toString(),
        });
      }
    }
});

it('[T42] it works out what every instrument is dealt at with a mark-up as the decision does', async () => {
  for (const of of INSTRUMENTS) {
    const tick = priceStep(of);
    for (const bid of [tick, 2n * tick, 999n * tick, 123_457n * tick]) {
      const feed = { ...NO_QUOTE, symbol: of.symbol, bid, ask: bid + tick };
      for (const markup of [0, 1, 7, 16, 100]) {
        const { rows } = await db.ownerPool.query(
          "select ledger.dealt_at($1, 'buy', $2, $3, $4)::text as ask, ledger.dealt_at($1, 'sell', $2, $3, $4)::text as bid",
          [of.symbol, feed.bid, feed.ask, markup],
        );
        const dealt = dealtQuote(feed, markup);
        expect(rows[0], `${of.symbol} ${bid} ${markup}`).toEqual({ ask: dealt.ask.toString(), bid: dealt.bid.toString() }); // prettier-ignore
      }
    }
  }
});
