import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bar, parsePrice } from '../market/index.ts';
import { bandSide, closeSum, extremes, mean, stochastic as exactStochastic, trueRange } from '../signals/index.ts';
import { definitionOf, INDICATOR_IDS, settled } from './catalogue.ts';
import { trueRange as range } from './range.ts';
import type { Candle } from './step.ts';
import { Track } from './track.ts';

const price = fc.integer({ min: 90_000, max: 110_000 }).map((ticks) => ticks / 1000);
/** Bars of a market that jumps, with prices of three decimals. */
const market = fc.array(fc.tuple(price, price, price, price, fc.integer({ min: 0, max: 9_999 })), {
  minLength: 60,
  maxLength: 120,
});

function candles(rows: readonly (readonly [number, number, number, number, number])[]): Candle[] {
  return rows.map(([open, high, low, close, volume], i) => ({
    ...{ time: i * 60, open, close, volume },
    high: Math.max(open, high, low, close),
    low: Math.min(open, high, low, close),
  }));
}

it.each(INDICATOR_IDS)('[H1] %s at the newest bar is the same, quote by quote or all at once', (id) => {
  fc.assert(
    fc.property(market, fc.integer({ min: 1, max: 59 }), (rows, begin) => {
      const bars = candles(rows);
      const settings = settled(id, { length: 5, rsi: 4, range: 6, conversion: 3, base: 7, span: 11 });
      const whole = new Track(id, settings).fill(bars);
      const track = new Track(id, settings);
      track.fill(bars.slice(0, begin));
      for (const [i, bar] of bars.slice(begin).entries()) {
        // A bar is asked about again and again while it forms; nothing of that stays.
        track.update({ ...bar, close: bar.open, high: bar.open + 50, low: bar.open - 50 });
        track.update({ ...bar, volume: 1 });
        expect(track.update(bar)).toEqual(whole[begin + i]);
      }
    }),
    { numRuns: 25 },
  );
});

it.each(INDICATOR_IDS)('[H1] %s never throws and gives a figure or none, whatever the bars are', (id) => {
  const flat = candles(Array.from({ length: 120 }, () => [1, 1, 1, 1, 0] as const));
  const nothing = flat.map((bar) => ({ ...bar, open: 0, high: 0, low: 0, close: 0, volume: null }));
  for (const bars of [flat, nothing, flat.slice(0, 1), []]) {
    const values = new Track(id, settled(id, {})).fill(bars);
    expect(values).toHaveLength(bars.length);
    for (const row of values) {
      expect(row).toHaveLength(definitionOf(id).outputs.length);
      for (const value of row) expect([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]).not.toContain(value);
    }
  }
});

it('[H1] no figure comes from the rounding of an average: a price that stands still has no commodity channel', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 60 }), (cents, length) => {
      const still = candles(
        Array.from({ length: 90 }, () => [cents / 100, cents / 100, cents / 100, cents / 100, 1] as const),
      );
      expect(new Track('cci', settled('cci', { length })).fill(still).at(-1)).toEqual([0]);
    }),
  );
});

const BY_VOLUME = INDICATOR_IDS.filter((id) => definitionOf(id).needsVolume === true);

it.each(BY_VOLUME)('[H17] %s says nothing of a bar that nobody counted, and never takes it for zero', (id) => {
  const bars = candles(
    Array.from({ length: 80 }, (_, n) => [100 + (n % 7), 103 + (n % 5), 99, 100 + (n % 11), 50 + n] as const),
  );
  const counted = new Track(id, settled(id, { length: 5 })).fill(bars);
  // The same bars, with uncounted ones before, between and after them.
  const blank = (bar: Candle): Candle => ({ ...bar, volume: null, close: 1, high: 500, low: 0.5 });
  const mixed = bars.flatMap((bar, n) => (n % 3 === 0 ? [blank(bar), bar] : [bar]));
  const values = new Track(id, settled(id, { length: 5 })).fill([...mixed, blank(bars[0]!)]);
  const [said, silent] = [true, false].map((has) =>
    values.filter((_, n) => ((mixed[n]?.volume ?? null) !== null) === has),
  );
  expect(said).toEqual(counted);
  expect(silent?.flat().every(Number.isNaN)).toBe(true);
  expect(BY_VOLUME).toEqual(['vwap', 'volume', 'obv', 'mfi', 'cmf']);
});

it('[H17] volume is that of each bar, with the simple average of the last ones', () => {
  const bars = candles([3, 5, 10, 0, 6].map((volume) => [1, 2, 0.5, 1.5, volume] as const));
  const values = new Track('volume', settled('volume', { length: 2 })).fill(bars);
  expect(values).toEqual([
    [3, Number.NaN],
    [5, 4],
    [10, 7.5],
    [0, 5],
    [6, 3],
  ]);
});

it('[H5] settings come within their bounds, and what is left out has its initial value', () => {
  expect(settled('bollinger', {})).toEqual({ length: 20, widths: 2 });
  expect(settled('bollinger', { length: 1, widths: 99 })).toEqual({ length: 2, widths: 10 });
  expect(settled('bollinger', { length: 20.4, widths: 0.30000000000000004 })).toEqual({ length: 20, widths: 0.3 });
  expect(settled('sma', { length: Number.NaN })).toEqual({ length: 20 });
  expect(settled('vwap', { length: 3 })).toEqual({});
});

it('[H4] the exact formulas of the signals give the same figures where they are the same formulas', () => {
  fc.assert(
    fc.property(market, (rows) => {
      const bars = candles(rows);
      const exact = bars.map(({ time, open, high, low, close }): Bar => {
        const [o, h, l, c] = [open, high, low, close].map((value) => parsePrice(value.toFixed(3)));
        return { timeMs: time * 1000, open: o!, high: h!, low: l!, close: c! };
      });
      const of = (id: 'sma' | 'donchian' | 'stochastic' | 'bollinger', settings: Record<string, number>) =>
        new Track(id, settled(id, settings)).fill(bars);
      const [sma, channel, stoch, bands] = [
        of('sma', { length: 20 }),
        of('donchian', { length: 20 }),
        of('stochastic', { length: 14, smooth: 3, signal: 3 }),
        of('bollinger', { length: 20, widths: 2 }),
      ];
      const ranges = range();
      for (const [at, bar] of bars.entries()) {
        same(ranges(bar, true), number(trueRange(exact, at)));
        same(sma[at]?.[0], number(closeSum(exact, at, 20)) / 20);
        same(channel[at]?.[0], number(extremes(exact, at - 1, 20)?.high));
        const raw = (i: number) => exactStochastic(exact, i, 14);
        const k = mean(raw, at, 3);
        same(stoch[at]?.[0], k === undefined ? Number.NaN : Number((k.num * 10n ** 12n) / k.den) / 1e12);
        const [upper = Number.NaN, , lower = Number.NaN] = bands[at] ?? [];
        const side = bar.close > upper + 1e-9 ? 1 : bar.close < lower - 1e-9 ? -1 : 0;
        if (!Number.isNaN(upper)) expect(bandSide(exact, at, 20, 2)).toBe(side);
      }
    }),
    { numRuns: 15 },
  );
});

function same(ours: number | undefined, exact: number): void {
  if (Number.isNaN(exact)) expect(ours).toBeNaN();
  else expect(ours).toBeCloseTo(exact, 7);
}

function number(units: bigint | undefined): number {
  return units === undefined ? Number.NaN : Number(units) / 1e10;
}
