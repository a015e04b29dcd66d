import { BAR_MS, type BarInterval, barStart, type Instrument, nextOpen } from '../market/index.ts';

/** Signals are computed from bars of this length. */
export const SIGNAL_INTERVAL = '1h' satisfies BarInterval;
export const SIGNAL_BAR_MS = BAR_MS[SIGNAL_INTERVAL];

/** A signal ends after this many bars in which its instrument trades. */
export const LIFE_BARS = 24;

/** The end of the last bar in which a signal of the bar at `barTime` may still be entered or ended by its prices. */
export function expiryOf(of: Instrument, barTime: number): number {
  let end = barTime + SIGNAL_BAR_MS;
  for (let bar = 0; bar < LIFE_BARS; bar += 1) end = barStart(SIGNAL_INTERVAL, nextOpen(of, end)) + SIGNAL_BAR_MS;
  return end;
}
