import { admit, EMPTY_GUARD, type GuardState } from './guard.ts';
import { instrument, type Symbol } from './instruments.ts';
import { marketDaysBetween } from './market-time.ts';
import type { FeedQuote } from './quote.ts';
import { lastBarAt, QUOTES_PER_BAR, replayQuoteAt, type ReplayClock, type ReplaySeries, toRecorded } from './replay.ts';
import { SIMULATED_TICK_MS, type Simulation } from './simulated.ts';

/** A quote of the past, and whether something could fill at it: false where the guard had set it aside. */
export type Tick = { readonly quote: FeedQuote; readonly good: boolean };

/** So many quotes before the first one tell whether the guard trusted it: enough for two to confirm a jump. */
const GUARD_TICKS = 3;

/** Every quote of the simulation that began in [fromMs, untilMs), in order. Its bars are made of the same ones. */
export function* simulatedTicks(
  simulation: Simulation,
  symbol: Symbol,
  fromMs: number,
  untilMs: number,
): Generator<Tick> {
  for (const day of marketDaysBetween(instrument(symbol).class, fromMs, untilMs)) {
    const closesAtMs = day.opensAtMs + day.seconds * SIMULATED_TICK_MS;
    const first = Math.ceil(Math.max(fromMs, day.opensAtMs) / SIMULATED_TICK_MS) * SIMULATED_TICK_MS;
    let state: GuardState = EMPTY_GUARD;
    for (
      let at = Math.max(day.opensAtMs, first - GUARD_TICKS * SIMULATED_TICK_MS);
      at < Math.min(untilMs, closesAtMs);
      at += SIMULATED_TICK_MS
    ) {
      const quote = simulation.quote(symbol, at);
      const next = admit(state, quote, { opening: at === day.opensAtMs });
      state = next.state;
      if (at >= first) yield { quote, good: next.verdict === 'accepted' };
    }
  }
}

/** Every quote of a recording that began in [fromMs, untilMs) of the clock, in order. `good` is what `screenSeries` says of each. */
export function* replayTicks(
  series: ReplaySeries,
  clock: ReplayClock,
  good: Uint8Array,
  fromMs: number,
  untilMs: number,
): Generator<Tick> {
  const firstBar = Math.max(0, lastBarAt(series.times, toRecorded(clock, fromMs)));
  for (let position = firstBar * QUOTES_PER_BAR; position < good.length; position += 1) {
    const quote = replayQuoteAt(series, clock, position);
    const timeMs = quote.sourceTime.getTime();
    if (timeMs >= untilMs) return;
    if (timeMs >= fromMs) yield { quote, good: good[position] === 1 };
  }
}
