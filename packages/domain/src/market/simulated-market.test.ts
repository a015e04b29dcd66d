import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, BAR_INTERVALS, BAR_MS, type BarInterval, barStart } from './bars.ts';
import { isOpen, session } from './hours.ts';
import { instrument, INSTRUMENTS, type Symbol } from './instruments.ts';
import { simulatedBar } from './simulated-bars.ts';
import { createSimulation, type Simulation } from './simulated.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const anySymbol = fc.constantFrom(...INSTRUMENTS.map((each) => each.symbol));
const anyTime = fc.integer({ min: Date.UTC(2021, 0, 3), max: Date.UTC(2040, 0, 1) });

/** The mid of a quote, as whoever was filled by it can work it out. */
function middle(simulation: Simulation, symbol: Symbol, timeMs: number): bigint {
  const { bid, ask } = simulation.quote(symbol, timeMs);
  return (bid + ask) / 2n;
}

/** A bar from every quote that there was in it. */
function fromQuotes(simulation: Simulation, symbol: Symbol, startMs: number, lengthMs: number): Bar | undefined {
  let bar: Bar | undefined;
  let open = false;
  for (let at = startMs; at < startMs + lengthMs; at += 1_000) {
    // Sessions begin and end with a minute.
    if (at % 60_000 === 0) open = isOpen(instrument(symbol), at);
    if (!open) continue;
    const mid = middle(simulation, symbol, at);
    const before = bar ?? { timeMs: startMs, open: mid, high: mid, low: mid, close: mid, tickVolume: 0 };
    bar = {
      ...before,
      high: mid > before.high ? mid : before.high,
      low: mid < before.low ? mid : before.low,
      close: mid,
      tickVolume: (before.tickVolume ?? Number.NaN) + 1,
    };
  }
  return bar;
}

describe('bars and the quotes they are made of', () => {
  const simulation = createSimulation('bars of quotes');

  it('[M14] [M56] a bar is open, high, low, close and the number of every quote in it, at every interval', () => {
    const shorter = BAR_INTERVALS.filter((each) => each !== '1d' && each !== '4h');
    fc.assert(
      fc.property(anySymbol, fc.constantFrom(...shorter), anyTime, (symbol, interval, time) => {
        const start = barStart(interval, time);
        const bar = simulatedBar(simulation, symbol, interval, start);
        expect(bar).toEqual(fromQuotes(simulation, symbol, start, BAR_MS[interval]));
      }),
      { numRuns: 60 },
    );
    for (const symbol of ['EURUSD', 'BTC', 'KO'] as const) {
      const start = Date.UTC(2026, 10, 19);
      expect(simulatedBar(simulation, symbol, '1d', start)).toEqual(fromQuotes(simulation, symbol, start, DAY));
    }
  });

  it('[M14] a longer bar is its shorter ones joined', () => {
    const steps: readonly (readonly [BarInterval, BarInterval])[] = [
      ['1m', '5m'],
      ['5m', '15m'],
      ['15m', '30m'],
      ['30m', '1h'],
      ['1m', '1h'],
      ['1h', '4h'],
      ['4h', '1d'],
      ['1h', '1d'],
    ];
    fc.assert(
      fc.property(anySymbol, fc.constantFrom(...steps), anyTime, (symbol, [short, long], time) => {
        const start = barStart(long, time);
        const parts: Bar[] = [];
        for (let at = start; at < start + BAR_MS[long]; at += BAR_MS[short]) {
          const part = simulatedBar(simulation, symbol, short, at);
          if (part !== undefined) parts.push(part);
        }
        const bar = simulatedBar(simulation, symbol, long, start);
        const [first] = parts;
        expect(bar === undefined).toBe(first === undefined);
        if (bar === undefined || first === undefined) return;
        expect(bar).toEqual({
          timeMs: start,
          open: first.open,
          high: parts.reduce((most, { high }) => (high > most ? high : most), first.high),
          low: parts.reduce((least, { low }) => (low < least ? low : least), first.low),
          close: parts.at(-1)?.close,
          tickVolume: parts.reduce((sum, { tickVolume = NaN }) => sum + tickVolume, 0),
        });
      }),
      { numRuns: 150 },
    );
  });

  it('[M14] a bar that still forms is of the quotes up to now', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, fc.integer({ min: 1, max: 3_599 }), (symbol, time, seconds) => {
        const start = barStart('1h', time);
        const now = start + seconds * 1_000 + 400;
        const bar = simulatedBar(simulation, symbol, '1h', start, now);
        expect(bar).toEqual(fromQuotes(simulation, symbol, start, seconds * 1_000 + 1_000));
      }),
      { numRuns: 25 },
    );
  });
});

describe('the width of the market', () => {
  const simulation = createSimulation('spreads');
  /** The spread in parts of the mid. */
  const width = (symbol: Symbol, timeMs: number): number => {
    const { bid, ask } = simulation.quote(symbol, timeMs);
    return (Number(ask - bid) / Number(ask + bid)) * 2;
  };
  /** Mondays, but for Labor Day. */
  const days = Array.from({ length: 20 }, (_, n) => Date.UTC(2026, 5, 1) + n * 7 * DAY).filter(
    (day) => day !== Date.UTC(2026, 8, 7),
  );

  it('[M51] is half as wide again on thin days, and on no other day', () => {
    const noon = (day: string) => Date.parse(`${day}T16:00:00Z`);
    const pips = (symbol: Symbol, day: string): number => {
      const { bid, ask } = simulation.quote(symbol, noon(day));
      return Number(ask - bid);
    };
    // Labor Day, Thanksgiving, Christmas Eve, the Monday after Christmas; then days on which only shops do anything.
    for (const symbol of ['GBPJPY', 'NZDUSD', 'EURAUD'] as const) {
      const usual = pips(symbol, '2026-09-08');
      for (const day of ['2026-09-07', '2026-11-26', '2026-12-24', '2026-12-28'])
        expect(Math.abs(pips(symbol, day) / usual - 1.5), `${symbol} ${day}`).toBeLessThan(0.06);
      for (const day of ['2026-09-09', '2026-10-30', '2026-11-27']) expect(pips(symbol, day), symbol).toBe(usual);
    }
    // The half day after Thanksgiving beside another Friday; Christmas beside the day before it.
    for (const [symbol, thin, usual] of [
      ['NFLX', '2026-11-27', '2026-11-20'],
      ['ADBE', '2026-11-27', '2026-11-20'],
      ['BTC', '2026-12-25', '2026-12-24'],
      ['SOL', '2026-12-25', '2026-12-24'],
    ] as const)
      expect(Math.abs(width(symbol, noon(thin)) / width(symbol, noon(usual)) - 1.5), symbol).toBeLessThan(0.25);
  });

  it('[M51] is wider when a stock market opens and around 17:00 New York, and as it was an hour or two later', () => {
    for (const day of days) {
      for (const symbol of ['AAPL', 'KO', 'TSLA'] as const) {
        const { opensAt } = session(instrument(symbol), day + 12 * HOUR) as { opensAt: number };
        const calm = width(symbol, opensAt + 3 * HOUR);
        expect(width(symbol, opensAt) / calm, symbol).toBeGreaterThan(3);
        expect(width(symbol, opensAt + 15 * 60_000) / calm, symbol).toBeGreaterThan(1.4);
      }
      const fivePm = session(instrument('EURUSD'), day - 2 * DAY) as { opensAt: number };
      for (const symbol of ['EURUSD', 'GBPJPY', 'NZDCAD'] as const) {
        // The week's first minute, and a day later.
        for (const at of [fivePm.opensAt, fivePm.opensAt + DAY]) {
          const calm = width(symbol, at + 12 * HOUR);
          expect(width(symbol, at) / calm, symbol).toBeGreaterThan(3);
          expect(width(symbol, at + 20 * 60_000) / calm, symbol).toBeGreaterThan(1.9);
        }
        const calm = width(symbol, fivePm.opensAt + 12 * HOUR);
        expect(width(symbol, fivePm.opensAt + DAY - 60_000) / calm, symbol).toBeGreaterThan(1.5);
      }
    }
  });
});
