import { type Bar, BAR_MS, type BarInterval } from './bars.ts';
import { instrument, type Symbol } from './instruments.ts';
import { marketDaysBetween } from './market-time.ts';
import type { Price } from './price.ts';
import { SIMULATED_TICK_MS, type Simulation, widestSpread } from './simulated.ts';
import { withBar } from './tape.ts';

/**
 * The bar that begins at `startMs`, of the mids of all quotes in it, up to `untilMs` where that falls inside it (the bar that is still forming); undefined when the
 * instrument was closed throughout. A longer bar is exactly its shorter ones joined.
 */
export function simulatedBar(
  simulation: Simulation,
  symbol: Symbol,
  interval: BarInterval,
  startMs: number,
  untilMs = Infinity,
): Bar | undefined {
  const endMs = Math.min(startMs + BAR_MS[interval], untilMs + 1);
  let bar: Bar | undefined;
  for (const day of marketDaysBetween(instrument(symbol).class, startMs, endMs)) {
    const secondAt = (timeMs: number): number => Math.floor((timeMs - day.opensAtMs) / SIMULATED_TICK_MS);
    const from = Math.max(0, secondAt(startMs));
    const to = Math.min(day.seconds - 1, secondAt(endMs - 1));
    const stretch = { timeMs: startMs, ...simulation.stretch(symbol, day, from, to), tickVolume: to - from + 1 };
    bar = bar === undefined ? stretch : withBar(bar, stretch);
  }
  return bar;
}

/** Bounds that no bid and no ask of a stretch of time leaves: the mids' own, and half of the widest spread around them. */
export function simulatedRange(
  simulation: Simulation,
  symbol: Symbol,
  fromMs: number,
  untilMs: number,
): { low: Price; high: Price } | undefined {
  const of = instrument(symbol);
  let range: { low: Price; high: Price } | undefined;
  for (const day of marketDaysBetween(of.class, fromMs, untilMs + 1)) {
    const secondAt = (timeMs: number): number => Math.floor((timeMs - day.opensAtMs) / SIMULATED_TICK_MS);
    const { high, low } = simulation.stretch(
      symbol,
      day,
      Math.max(0, secondAt(fromMs)),
      Math.min(day.seconds - 1, secondAt(untilMs)),
    );
    const half = widestSpread(of, high) / 2n;
    range = {
      low: range === undefined || low - half < range.low ? low - half : range.low,
      high: range === undefined || high + half > range.high ? high + half : range.high,
    };
  }
  return range;
}
