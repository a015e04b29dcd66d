import { setImmediate } from 'node:timers/promises';
import { messages } from '@clearbook/contracts/messages';
import {
  type ActionsOf,
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
  SIMULATION_BEGINS_MS,
  SIMULATED_SOURCE,
  SIMULATED_TICK_MS,
  simulatedBar,
  simulatedRange,
  simulatedTicks,
  type Symbol,
} from '@clearbook/domain/market';
import type { Feed, FeedReading } from '../../features/market/index.ts';

/** The guard looks at a quote and the three before it: enough for two quotes to confirm a jump. */
const GUARD_TICKS = 3;

/** Finished bars never change, so the ones that charts ask for again are kept: about 20 MB at most. */
const MAX_KEPT_BARS = 50_000;

/** Bars worked out before other work gets its turn: at some 100 µs each (an hour; a day 300, a minute 20) a request holds the server for a few milliseconds at a time. */
const BARS_AT_A_TIME = 20;

/** The simulated market of a secret seed. Everything kept here could be worked out again; nothing depends on what was asked before. */
export function createSimulatedFeed(seed: string, seedGiven = false, actions?: ActionsOf): Feed {
  const simulation = createSimulation(seed, actions);
  const bar = keptBars(simulation);
  const readings = new Map<Symbol, { tick: number; reading: FeedReading }>();
  const lasts = new Map<Symbol, FeedQuote>();
  const recent = new Map<Symbol, readonly FeedQuote[]>();

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
    if (tickMs < SIMULATION_BEGINS_MS || (!now.open && now.closedAt <= SIMULATION_BEGINS_MS))
      return { state: 'silent' };
    if (!now.open)
      return { state: 'closed', last: lastBefore(symbol, now.closedAt - 1), reopensAt: new Date(now.opensAt) };
    let state = EMPTY_GUARD;
    const known = recent.get(symbol) ?? [];
    const quotes: FeedQuote[] = [];
    const first = Math.max(tickMs - GUARD_TICKS * SIMULATED_TICK_MS, now.opensAt, SIMULATION_BEGINS_MS);
    for (let at = first; at <= tickMs; at += SIMULATED_TICK_MS) {
      const quote = known.find(({ sourceTime }) => sourceTime.getTime() === at) ?? simulation.quote(symbol, at);
      quotes.push(quote);
      state = admit(state, quote, { opening: at === now.opensAt }).state;
    }
    recent.set(symbol, quotes);
    const current = state.good?.sourceTime.getTime() === tickMs && state.suspect === undefined;
    return current && state.good !== undefined
      ? { state: 'good', quote: state.good }
      : { state: 'set_aside', last: state.good };
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

    nextChange(symbol, after) {
      const tickMs = (Math.floor(after.getTime() / SIMULATED_TICK_MS) + 1) * SIMULATED_TICK_MS;
      const then = session(instrument(symbol), tickMs);
      return new Date(then.open ? tickMs : then.opensAt);
    },

    range: (symbol, fromMs, untilMs) => simulatedRange(simulation, symbol, fromMs, untilMs),

    ticks: (symbol, fromMs, untilMs) =>
      simulatedTicks(simulation, symbol, Math.max(fromMs, SIMULATION_BEGINS_MS), untilMs),
    ticksFrom: new Date(SIMULATION_BEGINS_MS),

    async bars(symbol, interval, limit, now, fromMs = SIMULATION_BEGINS_MS) {
      const of = instrument(symbol);
      const nowMs = now.getTime();
      const bars: Bar[] = [];
      let worked = 0;
      // Backwards from now, over the hours in which nothing traded.
      for (
        let startMs = barStart(interval, lastOpen(of, nowMs));
        bars.length < limit && startMs >= Math.max(SIMULATION_BEGINS_MS, fromMs);
      ) {
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

type BarAt = (symbol: Symbol, interval: BarInterval, startMs: number, nowMs: number) => Bar | undefined;

/** Bars of the simulation; the finished ones that were asked for last are kept. */
function keptBars(simulation: ReturnType<typeof createSimulation>): BarAt {
  const kept = new Map<string, Bar | undefined>();
  return (symbol, interval, startMs, nowMs) => {
    if (startMs + BAR_MS[interval] > nowMs) return simulatedBar(simulation, symbol, interval, startMs, nowMs);
    const key = `${symbol} ${interval} ${startMs}`;
    if (kept.has(key)) return kept.get(key);
    const made = simulatedBar(simulation, symbol, interval, startMs);
    const oldest = kept.size >= MAX_KEPT_BARS ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, made);
    return made;
  };
}
