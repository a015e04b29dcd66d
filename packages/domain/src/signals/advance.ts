import { adjustedBars, type Bar, type Instrument, type PriceAction } from '../market/index.ts';
import { SIGNAL_BAR_MS, SIGNAL_INTERVAL } from './expiry.ts';
import { SIGNAL_RULES, signalAt, type SignalDraft, type SignalRule } from './rules.ts';
import { expire, type SignalScore, step, track, type Tracked } from './score.ts';

export type Ended = { readonly signal: SignalDraft; readonly score: SignalScore };

/** One instrument between two of its bars: the bars so far, as far back as anything may still ask, and the open signals by rule. */
export type Desk = { readonly bars: readonly Bar[]; readonly open: ReadonlyMap<SignalRule, Tracked> };

/**
 * Takes one instrument through its next bars up to `until`, all of them closed by then. Each bar first moves the open signals, then every rule without an
 * open signal may give a new one: one instrument has at most one open signal of a rule. How the bars are cut into pieces changes nothing, and neither does a
 * split: bars are as traded, a rule sees them in the shares of its own bar, and a signal ends in the shares in which it was published.
 */
export function advance(
  of: Instrument,
  before: Desk,
  next: readonly Bar[],
  until: number,
  actions: readonly PriceAction[] = [],
): { readonly desk: Desk; readonly issued: readonly SignalDraft[]; readonly ended: readonly Ended[] } {
  const bars = [...before.bars, ...next];
  const open = new Map(before.open);
  const issued: SignalDraft[] = [];
  const ended: Ended[] = [];
  for (let at = before.bars.length; at < bars.length; at += 1) {
    const bar = bars[at]!;
    for (const [rule, tracked] of open) {
      const moved = step(of, tracked, bar, actions);
      if ('tracked' in moved) open.set(rule, moved.tracked);
      else {
        open.delete(rule);
        ended.push({ signal: tracked.signal, score: moved.score });
      }
    }
    const seen = adjustedBars(bars, SIGNAL_INTERVAL, actions, bar.timeMs + SIGNAL_BAR_MS - 1);
    for (const rule of SIGNAL_RULES) {
      const signal = open.has(rule) ? undefined : signalAt(rule, of, seen, at);
      if (signal === undefined) continue;
      issued.push(signal);
      open.set(rule, track(of, signal));
    }
  }
  for (const [rule, tracked] of open) {
    if (tracked.signal.expiresAt > until) continue;
    open.delete(rule);
    ended.push({ signal: tracked.signal, score: expire(tracked) });
  }
  return { desk: { bars, open }, issued, ended };
}
