import { type ReplaySeries, type Symbol } from '@clearbook/domain/market';
import { describe, expect, it } from 'vitest';
import { createMarket, createMarketConversionPrices, type Market } from '../../features/market/index.ts';
import { DEFAULT_COINGECKO_URL } from './coingecko.ts';
import { openConversionPrices } from './index.ts';
import { parseReplayCsv } from './replay-csv.ts';
import { createReplayFeed } from './replay.ts';

const CREATED = new Date('2026-11-21T13:00:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number): Date => new Date(CREATED.getTime() + minutes * MINUTE_MS);

function candles(symbol: Symbol, price: number, ...times: string[]): ReplaySeries {
  const rows = times.map((time, n) => `${time},${price},${price},${price},${price},${n + 1}.5`);
  return parseReplayCsv(symbol, ['time,open,high,low,close,volume', ...rows].join('\n'), `${symbol}.csv`);
}

function marketOf(...series: ReplaySeries[]): Market {
  const feed = createReplayFeed({ series, createdAt: CREATED, speed: 1 });
  return createMarket({ feed, clock: { now: () => CREATED }, onListenerError: () => undefined });
}

// 29 August 2025 is a Friday; forex ends at 21:00 UTC.
const euro = candles(
  'EURUSD',
  1.1,
  '2025-08-29T20:00:00Z',
  '2025-08-29T20:15:00Z',
  // A missing candle.
  '2025-08-29T20:45:00Z',
  '2025-08-31T21:00:00Z',
);

describe('a market of recorded candles', () => {
  it('[M16] a missing candle waits like an old price, also for conversions; the weekend is closed', () => {
    const market = marketOf(euro);
    expect(market.quote('EURUSD', 16, at(29))).toMatchObject({ ok: true });
    expect(market.quote('EURUSD', 16, at(31))).toMatchObject({ ok: false, code: 'market.stale' });
    expect(market.showing('EURUSD', at(31))).toMatchObject({ open: true, quote: { id: 'EURUSD-r20250829T202615' } });
    expect(market.status(at(31)).classes[0]).toMatchObject({ state: 'stale', open: 1 });
    expect(market.conversion('EUR', at(31))).toMatchObject({ ok: true });
    expect(market.quote('EURUSD', 16, at(46))).toMatchObject({ ok: true });
    expect(market.quote('EURUSD', 16, at(61))).toMatchObject({ ok: false, code: 'market.closed' });
    expect(market.quote('EURUSD', 16, at(49 * 60 + 1))).toMatchObject({ ok: true });
    expect(market.quote('EURUSD', 16, at(49 * 60 + 16))).toMatchObject({ ok: false, code: 'market.closed' });
  });

  it('[M17] series of other years play at their own time, not at everybody’s', () => {
    const before = candles('AAPL', 100, '2018-03-01T15:00:00Z', '2018-03-01T15:15:00Z');
    const pound = candles('GBPUSD', 1.3, '2025-08-29T20:00:00Z', '2025-08-29T20:15:00Z');
    const after = candles('BTC', 60_000, '2025-08-29T21:00:00Z', '2025-08-29T21:15:00Z');
    const market = marketOf(before, pound, euro, after);
    expect(market.quote('EURUSD', 16, at(1))).toMatchObject({ ok: true, quote: { id: 'EURUSD-r20250829T200000.m16' } });
    expect(market.quote('GBPUSD', 16, at(1))).toMatchObject({ ok: true });
    expect(market.quote('AAPL', 16, at(1))).toMatchObject({ ok: false, code: 'market.closed' });
    expect(market.quote('BTC', 16, at(1))).toMatchObject({ ok: false, code: 'market.closed', reopensAt: at(60) });
    expect(market.quote('BTC', 16, at(60))).toMatchObject({ ok: true });
  });

  it('[M18] bars have the recorded volume', async () => {
    const bars = await marketOf(euro).bars('EURUSD', '15m', 10, at(50));
    expect(bars.map(({ volume }) => volume)).toEqual([
      1.5,
      2.5,
      expect.closeTo((3.5 * (5 * MINUTE_MS + 1)) / (15 * MINUTE_MS), 6),
    ]);
  });

  it('[M30] a deposit is converted at the replayed price, also when its recording has ended, and at a simulated one where there is none', async () => {
    const coin = candles('BTC', 60_000, '2025-08-29T20:00:00Z', '2025-08-29T20:15:00Z');
    const ended = createMarketConversionPrices(marketOf(coin, euro), { now: () => at(300) });
    expect(await ended.usdPrice('bitcoin')).toMatchObject({ ok: true, source: 'replay', price: 60_000n * 10n ** 10n });
    const prices = openConversionPrices(
      { mode: 'demo', market: 'replay', coingeckoUrl: DEFAULT_COINGECKO_URL },
      { market: marketOf(euro), seed: 'any', clock: { now: () => at(1) }, onFailure: () => undefined },
    );
    expect(await prices.usdPrice('bitcoin')).toMatchObject({ ok: true, source: 'simulated' });
    expect(await prices.usdPrice('ethereum')).toMatchObject({ ok: true, source: 'simulated' });
  });
});
