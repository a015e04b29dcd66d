import { type FeedQuote, INSTRUMENTS, type Symbol } from '@clearbook/domain/market';
import type { Clock } from '../../platform/clock.ts';
import type { Feed } from './feed.ts';
import type { ReadAt } from './readings.ts';

export type TickListener = (changed: readonly FeedQuote[]) => void;

/** How often the feed is looked at for new quotes. */
export const TICK_MS = 250;

export type Ticks = {
  /** Calls the listener with the quotes that changed since the last call, a few times a second between `start` and `stop`. Returns the way to stop listening. */
  onTick(listener: TickListener): () => void;
  start(): void;
  stop(): void;
};

type Options = {
  readonly feed: Feed;
  readonly clock: Clock;
  readonly read: ReadAt;
  /** Called before each tick. */
  readonly look: (now: Date) => void;
  readonly onListenerError: (error: unknown) => void;
};

/** Looks at the feed a few times a second, and says what is new. */
export function createTicks({ feed, clock, read, look, onListenerError }: Options): Ticks {
  const listeners = new Set<TickListener>();
  const sent = new Map<Symbol, string>();
  let timer: NodeJS.Timeout | undefined;
  let stopHearing: (() => void) | undefined;

  function tick(): void {
    const now = clock.now();
    look(now);
    const changed: FeedQuote[] = [];
    for (const of of INSTRUMENTS) {
      const reading = read(of, now);
      if (reading.state !== 'good' || sent.get(of.symbol) === reading.quote.id) continue;
      sent.set(of.symbol, reading.quote.id);
      changed.push(reading.quote);
    }
    if (changed.length === 0) return;
    for (const listener of listeners) {
      try {
        listener(changed);
      } catch (error) {
        // One listener's defect must not keep the price from the others.
        onListenerError(error);
      }
    }
  }

  return {
    onTick(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    start() {
      if (timer !== undefined) return;
      timer = setInterval(tick, TICK_MS);
      stopHearing = feed.onChange?.(tick);
    },

    stop() {
      clearInterval(timer);
      timer = undefined;
      stopHearing?.();
      stopHearing = undefined;
    },
  };
}
