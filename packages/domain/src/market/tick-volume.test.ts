import { describe, expect, it } from 'vitest';
import { type Bar, BAR_INTERVALS, BAR_MS, type BarInterval, barStart } from './bars.ts';
import { parsePrice, type Price } from './price.ts';
import type { FeedQuote } from './quote.ts';
import { type ReplayClock, replayBars, replayQuote, type ReplaySeries, screenSeries } from './replay.ts';
import { createSimulation } from './simulated.ts';
import { simulatedBar } from './simulated-bars.ts';
import { joinBars, packBar, unpackBars, withBar } from './tape.ts';
import { replayTicks, simulatedTicks } from './ticks.ts';
import { instrument } from './instruments.ts';

const MINUTE = 60_000;
const QUARTER_HOUR = 15 * MINUTE;

/** Bars made from the quotes themselves by other code: sorted into intervals by their time, one after another. */
function fromTicks(quotes: Iterable<FeedQuote>, interval: BarInterval): Bar[] {
  const groups = new Map<number, Price[]>();
  for (const { bid, ask, sourceTime } of quotes) {
    const start = sourceTime.getTime() - (sourceTime.getTime() % BAR_MS[interval]);
    const mids = groups.get(start) ?? [];
    groups.set(start, mids);
    mids.push((bid + ask) / 2n);
  }
  return [...groups].map(([timeMs, mids]) => ({
    ...{ timeMs, open: mids[0]!, close: mids.at(-1)!, tickVolume: mids.length },
    high: mids.reduce((a, b) => (a > b ? a : b)),
    low: mids.reduce((a, b) => (a < b ? a : b)),
  }));
}

describe('tick volume', () => {
  it('[M56] of a simulated bar is how many quotes it is made of, at every interval, also while it forms and where the session ends', () => {
    const simulation = createSimulation('tick volume');
    for (const [symbol, now] of [
      ['BTC', '2026-11-20T14:23:41.250Z'],
      ['EURUSD', '2026-11-20T21:58:07Z'],
      ['AAPL', '2026-11-27T17:59:30Z'],
    ] as const) {
      const untilMs = Date.parse(now);
      for (const interval of BAR_INTERVALS.filter((each) => each !== '1d')) {
        for (const startMs of [barStart(interval, untilMs), barStart(interval, untilMs) - BAR_MS[interval]]) {
          const quotes = new Map<string, FeedQuote>();
          for (let at = startMs; at <= Math.min(untilMs, startMs + BAR_MS[interval] - 1); at += 1_000) {
            const quote = simulation.quote(symbol, at);
            if (quote.sourceTime.getTime() === at) quotes.set(quote.id, quote);
          }
          const bar = simulatedBar(simulation, symbol, interval, startMs, untilMs);
          expect(bar === undefined ? [] : [bar], `${symbol} ${interval}`).toEqual(fromTicks(quotes.values(), interval));
        }
      }
    }
  });

  it('[M56] [M58] the ticks of a day make its bars again, whatever the interval', () => {
    const simulation = createSimulation('ticks');
    const dayMs = Date.parse('2026-11-27T00:00:00Z');
    const untilMs = dayMs + BAR_MS['1d'];
    for (const symbol of ['AAPL', 'EURUSD'] as const) {
      const ticks = [...simulatedTicks(simulation, symbol, dayMs, untilMs)];
      expect(ticks.every(({ good }) => good)).toBe(true);
      for (const interval of ['1m', '1h', '1d'] as const) {
        const bars: Bar[] = [];
        for (let startMs = dayMs; startMs < untilMs; startMs += BAR_MS[interval]) {
          const bar = simulatedBar(simulation, symbol, interval, startMs);
          if (bar !== undefined) bars.push(bar);
        }
        const quotes = ticks.map(({ quote }) => quote);
        expect(fromTicks(quotes, interval), `${symbol} ${interval}`).toEqual(bars);
      }
    }
  });

  it('[M56] of a replayed bar counts the quotes that began in it; a price that only stands on counts for nothing', () => {
    const minutes = [0, 15, 30, 75];
    const column = (pick: (n: number) => string) => BigInt64Array.from(minutes, (_, n) => parsePrice(pick(n)));
    const series: ReplaySeries = {
      symbol: 'EURUSD',
      intervalMs: QUARTER_HOUR,
      times: Float64Array.from(minutes, (minute) => Date.parse('2026-11-18T10:00:00Z') + minute * MINUTE),
      open: column((n) => `1.1${n}`),
      high: column((n) => `1.1${n}9`),
      low: column((n) => `1.09${n}`),
      close: column((n) => `1.1${n}5`),
      volume: Float64Array.from(minutes, () => 8),
    };
    const clock: ReplayClock = { anchorMs: Date.parse('2026-11-21T12:00:30Z'), originMs: series.times[0]!, speed: 2 };
    const fromMs = Date.parse('2026-11-21T12:00:00Z');
    const untilMs = fromMs + 60 * MINUTE;
    const seen = new Map<string, FeedQuote>();
    for (let at = clock.anchorMs; at <= untilMs; at += 500) {
      const reading = replayQuote(series, clock, at);
      if (reading.open) seen.set(reading.quote.id, reading.quote);
    }
    expect(seen.size).toBe(16);
    for (const interval of ['1m', '5m', '15m', '1h'] as const) {
      const bars = replayBars(series, clock, interval, fromMs, untilMs);
      const counted = new Map(fromTicks(seen.values(), interval).map(({ timeMs, tickVolume }) => [timeMs, tickVolume]));
      expect(bars.map(({ timeMs, tickVolume }) => [timeMs, tickVolume])).toEqual(
        bars.map(({ timeMs }) => [timeMs, counted.get(timeMs) ?? 0]),
      );
      expect(bars.reduce((sum, { tickVolume = NaN }) => sum + tickVolume, 0)).toBe(16);
    }
    const said = [...replayTicks(series, clock, screenSeries(series), fromMs, untilMs)];
    expect(said.map(({ quote }) => quote)).toEqual([...seen.values()]);
    // A part of them: from the second quote on, up to before the fifth.
    const part = [...seen.values()].map(({ sourceTime }) => sourceTime.getTime());
    expect([...replayTicks(series, clock, screenSeries(series), part[1]!, part[4]!)]).toEqual(said.slice(1, 4));
  });

  it('[M56] survives recording and joining, and is not known of a whole of which a part was not counted', () => {
    const hourMs = Date.parse('2026-11-20T15:00:00Z');
    const mid = parsePrice('1.1');
    const bar = (minute: number, tickVolume?: number): Bar => ({
      ...{ timeMs: hourMs + minute * MINUTE, open: mid, high: mid, low: mid, close: mid },
      ...(tickVolume !== undefined && { tickVolume }),
    });
    const of = instrument('EURUSD');
    const bars = [bar(0, 1), bar(1, 240), bar(2), bar(3, 0), bar(59, 70_000)];
    expect(unpackBars(hourMs, Buffer.concat(bars.map((each) => packBar(of, each))))).toEqual(bars);
    expect(joinBars([bar(0, 1), bar(1, 240), bar(59, 3)], '1h')).toEqual([bar(0, 244)]);
    expect(joinBars(bars, '1h')).toEqual([bar(0)]);
    expect(withBar({ ...bar(0), volume: 1.5 }, { ...bar(1), volume: 2 }).volume).toBe(3.5);
    expect(withBar({ ...bar(0), volume: 1.5 }, bar(1))).not.toHaveProperty('volume');
  });
});
