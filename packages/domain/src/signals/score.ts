import {
  adjustedBar,
  type Bar,
  type Instrument,
  type Price,
  type PriceAction,
  sharesPerShare,
} from '../market/index.ts';
import { roundHalfEven } from '../money/index.ts';
import { SIGNAL_BAR_MS } from './expiry.ts';
import type { SignalDraft } from './rules.ts';
import { dealtSides } from './sides.ts';

export type SignalOutcome = 'target' | 'stop' | 'expired' | 'not_entered';

/** What became of a signal, costs included. */
export type SignalScore = {
  readonly outcome: SignalOutcome;
  /** The dealt price at which it was entered; null where no price came before it expired. */
  readonly fill: Price | null;
  readonly exit: Price | null;
  readonly endedAt: number;
  /** The result in hundredths of the risk that was published (entry to stop), half to even. */
  readonly rHundredths: number;
};

/** A signal on its way through the bars that follow its own. */
export type Tracked = {
  readonly signal: SignalDraft;
  readonly fill: Price | null;
  /** The dealt price at which it would be left at the last bar's close. */
  readonly leave: Price | null;
};

export type Step = { readonly score: SignalScore } | { readonly tracked: Tracked };

/** Where an open signal stands after `bars`, the ones that followed its own. */
export function track(
  of: Instrument,
  signal: SignalDraft,
  bars: readonly Bar[] = [],
  actions: readonly PriceAction[] = [],
): Tracked {
  let tracked: Tracked = { signal, fill: null, leave: null };
  for (const bar of bars) {
    const moved = step(of, tracked, bar, actions);
    if ('score' in moved) throw new Error(`the signal of ${signal.symbol} at ${signal.barTime} had ended`);
    tracked = moved.tracked;
  }
  return tracked;
}

/**
 * One bar further. A signal is entered at the opening of the first bar after its own: a buy at the ask, a sell at the bid. From then on a buy is left
 * at the bid and a sell at the ask. Where one bar reaches both stop and target the stop counts. A bar that opens beyond the stop fills there, worse than
 * the stop; one that opens beyond the target fills at the target, no better. At the expiry it is left at the last bar's close. All of it in the shares in
 * which the signal was published, whatever the bar was traded in.
 */
export function step(
  of: Instrument,
  { signal, fill, leave }: Tracked,
  traded: Bar,
  actions: readonly PriceAction[] = [],
): Step {
  const bar = adjustedBar(traded, sharesPerShare(actions, lastOf(traded.timeMs), lastOf(signal.barTime)));
  if (bar.timeMs >= signal.expiresAt) return { score: expire({ signal, fill, leave }) };
  const buys = signal.side === 'buy';
  const leaveAt = (mid: Price): Price => (buys ? dealtSides(of, mid).bid : dealtSides(of, mid).ask);
  const isStopped = (price: Price): boolean => (buys ? price <= signal.stop : price >= signal.stop);
  const isReached = (price: Price): boolean => (buys ? price >= signal.target : price <= signal.target);
  const opening = dealtSides(of, bar.open);
  const entered = fill ?? (buys ? opening.ask : opening.bid);
  const endedAt = bar.timeMs + SIGNAL_BAR_MS;
  if (isStopped(leaveAt(buys ? bar.low : bar.high))) {
    const first = leaveAt(bar.open);
    return { score: ended(signal, 'stop', entered, isStopped(first) ? first : signal.stop, endedAt) };
  }
  if (isReached(leaveAt(buys ? bar.high : bar.low)))
    return { score: ended(signal, 'target', entered, signal.target, endedAt) };
  const tracked = { signal, fill: entered, leave: leaveAt(bar.close) };
  return endedAt >= signal.expiresAt ? { score: expire(tracked) } : { tracked };
}

/** The last moment of a bar. */
function lastOf(barTime: number): number {
  return barTime + SIGNAL_BAR_MS - 1;
}

/** The end of a signal whose time has run out. */
export function expire({ signal, fill, leave }: Tracked): SignalScore {
  if (fill === null || leave === null)
    return { outcome: 'not_entered', fill: null, exit: null, endedAt: signal.expiresAt, rHundredths: 0 };
  return ended(signal, 'expired', fill, leave, signal.expiresAt);
}

function ended(
  signal: SignalDraft,
  outcome: 'target' | 'stop' | 'expired',
  fill: Price,
  exit: Price,
  endedAt: number,
): SignalScore {
  const [move, risk] =
    signal.side === 'buy' ? [exit - fill, signal.entry - signal.stop] : [fill - exit, signal.stop - signal.entry];
  return { outcome, fill, exit, endedAt, rHundredths: Number(roundHalfEven(move * 100n, risk)) };
}
