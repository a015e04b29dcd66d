import { type Bar, BAR_MS, type BarInterval, type Symbol } from '@clearbook/domain/market';
import type { Clock } from '../../../platform/clock.ts';

/** Up to `count` bars that end before `beforeMs`, oldest first: what the vendor knows of the time before this site recorded. Never throws: less is an answer. */
export type History = (symbol: Symbol, interval: BarInterval, count: number, beforeMs: number) => Promise<Bar[]>;

/** Candles of the past do not change: they are kept for this long. A failure is kept for a shorter time. */
const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 30_000;
/** After a failure nobody is asked for a moment: what fails for one symbol fails for the other 76. */
const PAUSE_MS = 5_000;
/** About 200 KB each, and 1 MB where the days of twenty years are joined to weeks or months. */
const MAX_KEPT = 200;
/** Questions to the vendor at once; the others wait, and beyond MAX_WAITING go without. */
const MAX_ASKING = 4;
const MAX_WAITING = 200;
/** Weekends and nights have no candles. */
const LOOK_BACK = 4;

export const noHistory: History = () => Promise.resolve([]);

/** Not a failure of its own. */
const PAUSED = new Error('the vendor of candles has just failed');

export function createHistory(options: {
  clock: Clock;
  ask: (ask: { symbol: Symbol; interval: BarInterval; fromMs: number; toMs: number }) => Promise<Bar[]>;
  onFailure: (cause: unknown) => void;
}): History {
  const kept = new Map<string, { untilMs: number; bars: Promise<Bar[]>; fromMs: number; toMs: number }>();
  let asking = 0;
  let pausedUntilMs = 0;
  const waiting: (() => void)[] = [];
  const inTurn: typeof options.ask = async (ask) => {
    while (asking >= MAX_ASKING) {
      if (waiting.length >= MAX_WAITING) throw new Error('too many candles are asked for at once');
      await new Promise<void>((go) => void waiting.push(go));
    }
    if (options.clock.now().getTime() < pausedUntilMs) {
      waiting.shift()?.();
      throw PAUSED;
    }
    asking += 1;
    try {
      return await options.ask(ask);
    } catch (error) {
      pausedUntilMs = options.clock.now().getTime() + PAUSE_MS;
      throw error;
    } finally {
      asking -= 1;
      waiting.shift()?.();
    }
  };
  return async (symbol, interval, count, beforeMs) => {
    const span = BAR_MS[interval];
    const fromMs = Math.max(0, beforeMs - count * LOOK_BACK * span);
    const toMs = beforeMs - 1;
    const key = `${symbol} ${interval}`;
    const nowMs = options.clock.now().getTime();
    let known = kept.get(key);
    // The same stretch, or a part of it, is answered from memory; a first bar that has moved on by a few is not a reason to ask again.
    if (known === undefined || known.untilMs <= nowMs || known.fromMs > fromMs || known.toMs < toMs - span) {
      const bars = inTurn({ symbol, interval, fromMs, toMs }).catch((error: unknown) => {
        if (error !== PAUSED) options.onFailure(error);
        kept.set(key, { untilMs: nowMs + FAILURE_KEPT_MS, bars: Promise.resolve([]), fromMs: 0, toMs: Infinity });
        return [];
      });
      const oldest = kept.size >= MAX_KEPT ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      known = { untilMs: nowMs + KEPT_MS, bars, fromMs, toMs };
      kept.set(key, known);
    }
    return (await known.bars).filter((bar) => bar.timeMs < beforeMs).slice(-count);
  };
}
