import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, BAR_MS, barOf } from './bars.ts';
import { instrument, INSTRUMENTS } from './instruments.ts';
import { MINUTE_MS } from './new-york.ts';
import { MAX_PRICE, parsePrice, PRICE_SCALE } from './price.ts';
import { createSimulation } from './simulated.ts';
import { joinBars, packBar, recordedBar, unpackBars } from './tape.ts';

const HOUR = Date.parse('2026-11-20T15:00:00Z');

describe('recorded bars', () => {
  it('[M44] read back as they were written, rounded to a tenth of the last decimal', () => {
    const price = fc.bigInt({ min: PRICE_SCALE / 1_000_000n, max: MAX_PRICE });
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.constantFrom(...INSTRUMENTS),
        minutes,
        fc.array(price, { minLength: 4, maxLength: 8 }),
        (of, at, prices) => {
          const bars = at.toSorted((a, b) => a - b).map((minute) => barOf(HOUR + minute * MINUTE_MS, prices)!);
          const bytes = Buffer.concat(bars.map((bar) => packBar(of, bar)));
          expect(unpackBars(HOUR, bytes)).toEqual(bars.map((bar) => recordedBar(of, bar)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('[M44] anything else is refused', () => {
    const bytes = packBar(instrument('EURUSD'), barOf(HOUR, [parsePrice('1.1')])!);
    expect(() => unpackBars(HOUR, bytes.slice(0, -1))).toThrow(RangeError);
    expect(() => unpackBars(HOUR, Uint8Array.of(60, 5, 1, 0, 0, 0))).toThrow(RangeError);
    expect(() => unpackBars(HOUR, Uint8Array.of(0, 11, 1, 0, 0, 0))).toThrow(RangeError);
  });

  it('[M45] longer bars are the shorter ones joined', () => {
    const minute = (n: number, ...mids: string[]): Bar => barOf(HOUR + n * MINUTE_MS, mids.map(parsePrice))!;
    const bars = [minute(0, '1', '3', '2'), minute(4, '2', '2.5'), minute(5, '4', '1.5'), minute(59, '7')];
    expect(joinBars(bars, '5m')).toEqual([minute(0, '1', '3', '2', '2.5'), minute(5, '4', '1.5'), minute(55, '7')]);
    expect(joinBars(bars, '1h')).toEqual([minute(0, '1', '7', '7')]);
    expect(joinBars(bars, '1m')).toEqual(bars);
    expect(joinBars(bars, '1d')[0]?.timeMs).toBe(HOUR - (HOUR % BAR_MS['1d']));
  });

  it('[M44] [M56] a minute takes fifteen bytes at most, on average, with the number of its quotes', () => {
    const simulation = createSimulation('size');
    for (const symbol of ['EURUSD', 'BTC', 'AAPL', 'SHIB'] as const) {
      let bytes = 0;
      for (let minute = 0; minute < 60; minute += 1) {
        const mids = Array.from({ length: 20 }, (_, n) =>
          simulation.mid(symbol, HOUR + minute * MINUTE_MS + n * 3_000),
        );
        bytes += packBar(instrument(symbol), { ...barOf(HOUR + minute * MINUTE_MS, mids)!, tickVolume: 240 }).length;
      }
      expect(bytes / 60, symbol).toBeLessThanOrEqual(15);
    }
  });
});
