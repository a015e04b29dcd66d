import { setImmediate } from 'node:timers/promises';
import { messages } from '@clearbook/contracts/messages';
import {
  admit,
  type Bar,
  BAR_MS,
  type BarInterval,
  barStart,
  createSimulation,
  EMPTY_GUARD,
  type FeedQuote,
  instrument,
  lastOpen,
  session,
  SIMULATED_SOURCE,
  SIMULATED_TICK_MS,
  simulatedBar,
  type Symbol,
} from '@clearbook/domain/market';
import type { Feed, FeedReading, PriceRange } from '../../features/market/index.ts';

/** The guard looks at a quote and the three before it: enough for two quotes to confirm a jump. */
const GUARD_TICKS = 3;

/** Finished bars never change, so the ones that charts ask for again are kept: about 20 MB at most. */
const MAX_KEPT_BARS = 50_000;

/** Bars worked out before other work gets its turn: at some 50 µs each a request holds the server for about 2 ms at a time. */
const BARS_AT_A_TIME = 40;

/** The simulated market of a secret seed. Everything kept here could be worked out again; nothing depends on what was asked before. */
export function createSimulatedFeed(seed: string, seedGiven = false): Feed {
  const simulation = createSimulation(seed);
  const readings = new Map<Symbol, { tick: number; reading: FeedReading }>();
  const lasts = new Map<Symbol, FeedQuote>();
  const kept = new Map<string, Bar | undefined>();

  const lastBefore = (symbol: Symbol, timeMs: number): FeedQuote => {
    const known = lasts.get(symbol);
    const tickMs = Math.floor(timeMs / SIMULATED_TICK_MS) * SIMULATED_TICK_MS;
    if (known?.sourceTime.getTime() === tickMs) return known;
    const quote = simulation.quote(symbol, timeMs);
    lasts.set(symbol, quote);
    return quote;
  };

  const readTick = (symbol: Symbol, tickMs: number): FeedReading => {
    const of = instrument(symbol);
    const now = session(of, tickMs);
    if (!now.open)
      return { state: 'closed', last: lastBefore(symbol, now.closedAt - 1), reopensAt: new Date(now.opensAt) };
    let state = EMPTY_GUARD;
    for (
      let at = Math.max(tickMs - GUARD_TICKS * SIMULATED_TICK_MS, now.opensAt);
      at <= tickMs;
      at += SIMULATED_TICK_MS
    ) {
      state = admit(state, simulation.quote(symbol, at), { opening: at === now.opensAt }).state;
    }
    const current = state.good?.sourceTime.getTime() === tickMs && state.suspect === undefined;
    return current && state.good !== undefined
      ? { state: 'good', quote: state.good }
      : { state: 'set_aside', last: state.good };
  };

  const bar = (symbol: Symbol, interval: BarInterval, startMs: number, nowMs: number): Bar | undefined => {
    if (startMs + BAR_MS[interval] > nowMs) return simulatedBar(simulation, symbol, interval, startMs, nowMs);
    const key = `${symbol} ${interval} ${startMs}`;
    if (kept.has(key)) return kept.get(key);
    const made = simulatedBar(simulation, symbol, interval, startMs);
    const oldest = kept.size >= MAX_KEPT_BARS ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, made);
    return made;
  };

  return {
    source: SIMULATED_SOURCE,
    // Whoever chose the seed can work out every price to come.
    label: seedGiven ? messages.account.simulatedForTests : messages.account.simulated,
    cadenceMs: () => SIMULATED_TICK_MS,

    read(symbol, now) {
      const tick = Math.floor(now.getTime() / SIMULATED_TICK_MS);
      const known = readings.get(symbol);
      if (known?.tick === tick) return known.reading;
      const reading = readTick(symbol, tick * SIMULATED_TICK_MS);
      readings.set(symbol, { tick, reading });
      return reading;
    },

    past: {
      instants(symbol, afterMs, untilMs) {
        const of = instrument(symbol);
        const found: number[] = [];
        for (let at = nextTick(afterMs); at <= untilMs;) {
          const now = session(of, at);
          if (!now.open) {
            at = now.opensAt;
            continue;
          }
          for (; at <= untilMs && at < now.closesAt; at += SIMULATED_TICK_MS) found.push(at);
        }
        return found;
      },

      range(symbol, fromMs, untilMs) {
        let range: PriceRange | undefined;
        const tickMs = Math.floor(fromMs / SIMULATED_TICK_MS) * SIMULATED_TICK_MS;
        for (const at of this.instants(symbol, tickMs - 1, untilMs)) {
          const { bid, ask } = simulation.quote(symbol, at);
          range = {
            low: range === undefined || bid < range.low ? bid : range.low,
            high: range === undefined || ask > range.high ? ask : range.high,
          };
        }
        return range;
      },
    },

    nextChange(symbol, after) {
      const tickMs = (Math.floor(after.getTime() / SIMULATED_TICK_MS) + 1) * SIMULATED_TICK_MS;
      const then = session(instrument(symbol), tickMs);
      return new Date(then.open ? tickMs : then.opensAt);
    },

    async bars(symbol, interval, limit, now) {
      const of = instrument(symbol);
      const nowMs = now.getTime();
      const bars: Bar[] = [];
      let worked = 0;
      // Backwards from now, over the hours in which nothing traded.
      for (let startMs = barStart(interval, lastOpen(of, nowMs)); bars.length < limit && startMs >= 0;) {
        const made = bar(symbol, interval, startMs, nowMs);
        if (made !== undefined) bars.push(made);
        startMs = barStart(interval, lastOpen(of, startMs - 1));
        worked += 1;
        if (worked % BARS_AT_A_TIME === 0) await setImmediate();
      }
      return bars.toReversed();
    },
  };
}

/** The first tick after an instant. */
function nextTick(afterMs: number): number {
  return (Math.floor(afterMs / SIMULATED_TICK_MS) + 1) * SIMULATED_TICK_MS;
}
