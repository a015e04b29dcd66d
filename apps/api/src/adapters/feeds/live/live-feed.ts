import { messages } from '@clearbook/contracts/messages';
import { BAR_MS, barStart, instrument, joinBars, session } from '@clearbook/domain/market';
import type { Feed } from '../../../features/market/index.ts';
import { readBulletin } from './bulletin.ts';
import { lead, type LiveFeedOptions, type LiveState, take } from './lead.ts';
import { Minutes } from './minutes.ts';

export type LiveFeed = Feed & {
  /** What another process told. */
  hear(payload: string): void;
};

const LIVE_SOURCE = 'live';

/**
 * Prices from outside. One process of all holds the lease: it asks the sources, passes everything through the book's guard, publishes four times a second and records the
 * minutes. All processes, that one included, deal on what was published.
 */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { sources, clock, tape } = options;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const state: LiveState = { published: new Map(), minutes: new Minutes(), health: new Map(), changed };
  const { published, minutes } = state;
  let leading: { stop(): void } | undefined;

  const lease = options.lease({
    onGained: () => (leading = lead(options, state)),
    onLost: () => {
      leading?.stop();
      leading = undefined;
    },
  });

  return {
    source: LIVE_SOURCE,
    label: messages.market.pricesFrom(sources.map(({ label }) => label)),
    start: () => lease.start(),
    stop: () => lease.stop(),

    hear(payload) {
      if (leading !== undefined) return;
      const bulletin = readBulletin(payload);
      for (const each of bulletin.prices) take(state, each);
      if (bulletin.prices.length > 0) changed();
      // Minutes are recorded by the process with the lease; here they only fill the gap until it has.
      for (const [minuteMs] of minutes.over(clock.now().getTime() - KEEP_MS)) minutes.forget(minuteMs);
      if (bulletin.health !== undefined) state.health = new Map(bulletin.health.map((each) => [each.label, each]));
    },

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    publishesHere: () => leading !== undefined,

    health: () => [...state.health.values()],

    cadenceMs: (symbol) => published.get(symbol)?.cadenceMs ?? 0,

    read(symbol, now) {
      const hours = session(instrument(symbol), now.getTime());
      const known = published.get(symbol);
      if (!hours.open) return { state: 'closed', last: known?.quote, reopensAt: new Date(hours.opensAt) };
      if (known === undefined) return { state: 'silent' };
      if (!known.trusted || known.quote === undefined) return { state: 'set_aside', last: known.quote };
      return { state: 'good', quote: known.quote };
    },

    async bars(symbol, interval, limit, now, fromMs = -Infinity) {
      // Looked at before the tape is: a minute that is recorded meanwhile is then in both, and counted once.
      const waiting = minutes.of(symbol);
      const nowMs = now.getTime();
      const recorded = await tape.read(symbol, interval, limit, nowMs);
      const since = waiting.filter((bar) => bar.timeMs >= (recorded?.untilMs ?? 0) && bar.timeMs <= nowMs);
      const own = joinBars([...(recorded?.bars ?? []), ...since], interval);
      if (own.length >= limit || (own[0]?.timeMs ?? Infinity) <= fromMs) return own.slice(-limit);
      const first = own[0]?.timeMs ?? barStart(interval, nowMs) + BAR_MS[interval];
      const past = await options.history(symbol, interval, limit - own.length, first);
      return [...past, ...own].slice(-limit);
    },
  };
}

/** Long enough for the process with the lease to have recorded a minute that is over. */
const KEEP_MS = 180_000;
