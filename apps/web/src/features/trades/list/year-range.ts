import type { Bar } from '@clearbook/contracts';

const WEEKS_52_MS = 52 * 7 * 86_400_000;

/** The lowest and the highest price of the last 52 weeks, and since when there are prices where that is not so long. */
export type YearRange = { readonly low: number; readonly high: number; readonly since: string | null };

/** Of daily bars, oldest first; null without any. */
export function yearRange(bars: readonly Bar[], nowMs: number): YearRange | null {
  const from = nowMs - WEEKS_52_MS;
  const within = bars.filter(({ time }) => Date.parse(time) >= from);
  const [first] = within;
  if (first === undefined) return null;
  return {
    low: Math.min(...within.map(({ low }) => Number(low))),
    high: Math.max(...within.map(({ high }) => Number(high))),
    since: first === bars[0] ? first.time : null,
  };
}

/** Where a price lies between both, from 0 to 1. */
export function placeIn({ low, high }: YearRange, price: number): number {
  return high === low ? 0.5 : Math.min(1, Math.max(0, (price - low) / (high - low)));
}
