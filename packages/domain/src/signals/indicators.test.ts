import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Bar, parsePrice } from '../market/index.ts';
import type { Fraction } from '../money/index.ts';
import { bandSide, closeSum, extremes, mean, relativeStrength, stochastic, trueRange, trueRangeSum } from './index.ts';

const TABLES = new URL('../../../../../shared/data/indicators/skender/', import.meta.url);
const DAY_MS = 86_400_000;

/** Rows of a published table by column; an empty field is undefined. */
function table(name: string): Record<string, number | undefined>[] {
  const [head = '', ...lines] = readFileSync(new URL(name, TABLES), 'utf8').trim().split('\n');
  const names = head.trim().split(',');
  return lines.map((line) => {
    const fields = line.trim().split(',');
    return Object.fromEntries(names.map((each, i) => [each, fields[i] ? Number(fields[i]) : undefined]));
  });
}

function candles(): Bar[] {
  const [, ...lines] = readFileSync(new URL('quotes_default.csv', TABLES), 'utf8').trim().split('\n');
  return lines.map((line, i) => {
    const [, open = '', high = '', low = '', close = ''] = line.split(',');
    return {
      timeMs: i * DAY_MS,
      open: parsePrice(open),
      high: parsePrice(high),
      low: parsePrice(low),
      close: parsePrice(close),
    };
  });
}

/** For comparison with printed decimals only. */
const number = (fraction: Fraction): number => Number((fraction.num * 10n ** 12n) / fraction.den) / 1e12;
const price = (units: bigint): number => Number(units) / 1e10;

describe('indicators', () => {
  it('[V2] where nothing moves every formula has a value', () => {
    const flat = Array.from({ length: 60 }, (_, i) => {
      const one = parsePrice('1');
      return { timeMs: i, open: one, high: one, low: one, close: one };
    });
    expect(number(relativeStrength(flat, 20, 14)!)).toBe(50);
    expect(number(stochastic(flat, 20, 14)!)).toBe(50);
    expect(bandSide(flat, 20, 20, 2)).toBe(0);
    expect(trueRangeSum(flat, 20, 14)).toBe(0n);
  });

  it('[V2] too few bars give no value', () => {
    const one = parsePrice('1');
    const bars = Array.from({ length: 14 }, (_, i) => ({ timeMs: i, open: one, high: one, low: one, close: one }));
    expect([
      closeSum(bars, 13, 15),
      extremes(bars, 13, 15),
      bandSide(bars, 13, 15, 2),
      relativeStrength(bars, 13, 14),
      stochastic(bars, 13, 15),
      mean((at) => stochastic(bars, at, 14), 13, 2),
      trueRange(bars, 0),
      trueRangeSum(bars, 13, 14),
    ]).toEqual(Array.from({ length: 8 }));
  });

  // The published tables lie beside the repository, where they lie at all.
  it.runIf(existsSync(TABLES))('[V2] agree with independent tables, row by row', () => {
    const bars = candles();
    const [sma, bands, channel, rsi, stoch, ranges] = ['sma', 'bb', 'donchian', 'rsi', 'stoch', 'tr'].map((name) =>
      table(`${name}.csv`),
    );
    let compared = 0;
    bars.forEach((_, at) => {
      const same = (ours: number | undefined, theirs: number | undefined) => {
        if (theirs === undefined) return;
        compared += 1;
        expect(ours).toBeCloseTo(theirs, 7);
      };
      const sum = closeSum(bars, at, 20);
      same(sum === undefined ? undefined : price(sum) / 20, sma?.[at]?.['sma']);
      const before = extremes(bars, at - 1, 20);
      same(before && price(before.high), channel?.[at]?.['upperBand']);
      same(before && price(before.low), channel?.[at]?.['lowerBand']);
      const percentB = bands?.[at]?.['percentB'];
      same(bandSide(bars, at, 20, 2), percentB === undefined ? undefined : percentB > 1 ? 1 : percentB < 0 ? -1 : 0);
      const fast = (i: number) => mean((j) => stochastic(bars, j, 14), i, 3);
      const [k, d] = [fast(at), mean(fast, at, 3)];
      same(k && number(k), stoch?.[at]?.['oscillator']);
      same(d && number(d), stoch?.[at]?.['signal']);
      const range = trueRange(bars, at);
      same(range === undefined ? undefined : price(range), ranges?.[at]?.['tr']);
    });
    // Wilder's smoothing begins with the simple averages that our variant keeps to: the first row is common to both.
    const first = rsi?.findIndex((row) => row['rsi'] !== undefined) ?? -1;
    expect(number(relativeStrength(bars, first, 14)!)).toBeCloseTo(rsi?.[first]?.['rsi'] ?? NaN, 7);
    expect(compared).toBeGreaterThan(3_000);
  });
});
