import { describe, expect, it } from 'vitest';
import { BAR_INTERVALS, BAR_MS } from './bars.ts';
import type { Symbol } from './instruments.ts';
import { exactPrice, parsePrice } from './price.ts';
import { replayBars, type ReplayClock, replayOrigin, replayQuote, type ReplaySeries, screenSeries } from './replay.ts';

const FIRST = Date.parse('2025-08-29T00:00:00Z');
const QUARTER_HOUR = 900_000;
const ANCHOR = Date.parse('2026-11-21T13:00:00Z');

type Candle = readonly [minutes: number, open: string, high: string, low: string, close: string];

function series(symbol: Symbol, candles: readonly Candle[], first = FIRST): ReplaySeries {
  const column = (index: 1 | 2 | 3 | 4): BigInt64Array =>
    BigInt64Array.from(candles, (each) => parsePrice(each[index]));
  return {
    symbol,
    intervalMs: QUARTER_HOUR,
    times: Float64Array.from(candles, (each) => first + each[0] * 60_000),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: Float64Array.from(candles, (_, n) => 8 * (n + 1)),
  };
}

const clock = (speed: number, originMs = FIRST): ReplayClock => ({ anchorMs: ANCHOR, originMs, speed });
const two = series('EURUSD', [
  [0, '1.1', '1.102', '1.099', '1.1005'],
  [15, '1.1005', '1.101', '1.098', '1.0985'],
  // A gap of half an hour.
  [60, '1.0985', '1.0985', '1.0985', '1.0985'],
]);

function mids(from: ReplaySeries, at: ReplayClock, times: readonly number[]): string[] {
  return times.map((time) => {
    const reading = replayQuote(from, at, time);
    if (!reading.open) return 'closed';
    return exactPrice((reading.quote.bid + reading.quote.ask) / 2n);
  });
}

describe('replayed feed', () => {
  it('[M15] quotes open, the nearer of high and low, the other, close, at quarter points', () => {
    const quarters = Array.from({ length: 8 }, (_, n) => ANCHOR + (n * QUARTER_HOUR) / 4);
    expect(mids(two, clock(1), quarters)).toEqual([
      '1.1',
      '1.099',
      '1.102',
      '1.1005',
      '1.1005',
      '1.101',
      '1.098',
      '1.0985',
    ]);
    const even = series('EURUSD', [[0, '1.1', '1.101', '1.099', '1.1']]);
    expect(mids(even, clock(1), quarters.slice(0, 4))).toEqual(['1.1', '1.101', '1.099', '1.1']);
  });

  it('[M15] puts the base spread around the candle price, on the last decimal', () => {
    const reading = replayQuote(two, clock(1), ANCHOR);
    expect(reading).toMatchObject({
      open: true,
      quote: {
        bid: parsePrice('1.09999'),
        ask: parsePrice('1.10001'),
        id: 'EURUSD-r20250829T000000',
        source: 'replay',
      },
    });
    const yahoo = series('AAPL', [[0, '212.8974', '212.8974', '212.8974', '212.8974']]);
    expect(replayQuote(yahoo, clock(1), ANCHOR)).toMatchObject({
      quote: { bid: parsePrice('212.89'), ask: parsePrice('212.91') },
    });
  });

  it('[M16] runs at the configured speed from the anchor', () => {
    expect(
      mids(two, clock(900), [ANCHOR - 1, ANCHOR, ANCHOR + 249, ANCHOR + 250, ANCHOR + 999, ANCHOR + 1_000]),
    ).toEqual(['closed', '1.1', '1.1', '1.099', '1.1005', '1.1005']);
    const quote = replayQuote(two, clock(900), ANCHOR + 300);
    expect(quote).toMatchObject({
      quote: { sourceTime: new Date(ANCHOR + 250), receivedTime: new Date(ANCHOR + 250) },
    });
  });

  it('[M16] has no price before the first candle, in a gap and after the last', () => {
    expect(replayQuote(two, clock(1), ANCHOR - 1)).toMatchObject({ open: false, last: undefined, reopensAtMs: ANCHOR });
    const gap = replayQuote(two, clock(1), ANCHOR + 30 * 60_000);
    expect(gap).toMatchObject({
      open: false,
      last: { id: 'EURUSD-r20250829T002615' },
      reopensAtMs: ANCHOR + 60 * 60_000,
    });
    expect(replayQuote(two, clock(1), ANCHOR + 60 * 60_000).open).toBe(true);
    const end = replayQuote(two, clock(1), ANCHOR + 75 * 60_000);
    expect(end).toMatchObject({ open: false, last: { id: 'EURUSD-r20250829T011115' }, reopensAtMs: undefined });
  });

  it('[M16] is open at the very millisecond that a gap promises, at any speed', () => {
    for (const speed of [0.1, 1, 3, 7, 60, 977, 86_400]) {
      const gap = replayQuote(two, clock(speed), Math.ceil(ANCHOR + (30 * 60_000) / speed));
      if (gap.open || gap.reopensAtMs === undefined) throw new Error('the gap must be closed and end');
      expect(replayQuote(two, clock(speed), gap.reopensAtMs)).toMatchObject({
        open: true,
        quote: { sourceTime: new Date(gap.reopensAtMs) },
      });
    }
  });

  it('[M17] all series share one calendar, that of the time at which most of them are recorded', () => {
    const candle: Candle = [0, '1', '1', '1', '1'];
    const old = series('NKE', [candle], FIRST - 7 * 365 * 86_400_000);
    const long = series('BTC', [candle, [86_400, '1', '1', '1', '1']], FIRST - 30 * 86_400_000);
    const late = series('GBPUSD', [candle], FIRST + 86_400_000);
    expect(replayOrigin([late, series('EURUSD', [candle]), old, long])).toBe(FIRST);
    expect(replayOrigin([old])).toBe(old.times[0]);
    expect(replayOrigin([])).toBe(0);
  });

  it('[M18] bars are made of the quoted prices', () => {
    const bars = replayBars(two, clock(1), '15m', ANCHOR, ANCHOR + 70 * 60_000);
    expect(
      bars.map((bar) => [
        (bar.timeMs - ANCHOR) / 60_000,
        exactPrice(bar.open),
        exactPrice(bar.high),
        exactPrice(bar.low),
        exactPrice(bar.close),
      ]),
    ).toEqual([
      [0, '1.1', '1.102', '1.099', '1.1005'],
      [15, '1.1005', '1.101', '1.098', '1.0985'],
      [60, '1.0985', '1.0985', '1.0985', '1.0985'],
    ]);
  });

  it('[M18] shorter bars repeat a price that stands, longer ones join candles, and nothing comes from the future', () => {
    const minutes = replayBars(two, clock(1), '1m', ANCHOR, ANCHOR + 5 * 60_000);
    expect(minutes.map((bar) => exactPrice(bar.close))).toEqual(['1.1', '1.1', '1.1', '1.099', '1.099', '1.099']);
    const [hour] = replayBars(two, clock(1), '1h', ANCHOR, ANCHOR + 16 * 60_000);
    expect(hour).toEqual({
      timeMs: ANCHOR,
      open: parsePrice('1.1'),
      high: parsePrice('1.102'),
      low: parsePrice('1.099'),
      close: parsePrice('1.1005'),
      // All of the first candle, and a little over a minute of the second.
      volume: expect.closeTo(8 + (16 * 60_001) / QUARTER_HOUR, 6) as number,
      tickVolume: 5,
    });
    expect(replayBars(two, clock(900), '1m', ANCHOR, ANCHOR + BAR_MS['1h'])).toHaveLength(1);
  });

  it('[M18] bars of every length have the volume of their candles, each counted once', () => {
    const end = ANCHOR + 75 * 60_000 - 1;
    for (const interval of BAR_INTERVALS) {
      const bars = replayBars(two, clock(1), interval, ANCHOR, end);
      const volume = bars.reduce((sum, bar) => sum + (bar.volume ?? Number.NaN), 0);
      expect(volume, interval).toBeCloseTo(8 + 16 + 24, 6);
    }
    expect(replayBars(two, clock(1), '15m', ANCHOR, end).map(({ volume }) => volume)).toEqual([8, 16, 24]);
    expect(replayBars(two, clock(1), '1m', ANCHOR, ANCHOR + 59_999)[0]?.volume).toBeCloseTo(8 / 15, 9);
  });

  it('[M23] a jump inside a recording fills nothing until it is confirmed', () => {
    const spike = series('EURUSD', [
      [0, '1.1', '1.1', '1.1', '1.1'],
      [15, '1.1', '1.1', '1.0', '1.1'],
      [30, '1.1', '1.1', '1.1', '1.1'],
      [45, '1.2', '1.2', '1.2', '1.2'],
      // After a gap the session opens where it opens.
      [90, '1.3', '1.3', '1.3', '1.3'],
    ]);
    expect([...screenSeries(spike)].join('')).toBe('1111' + '1101' + '1111' + '0011' + '1111');
  });

  it('[M21] a recorded price too small for its decimals is not quoted', () => {
    const crash = series('ATOM', [[0, '4', '4', '0.0001', '4']]);
    expect([...screenSeries(crash)]).toEqual([1, 1, 0, 1]);
  });
});
