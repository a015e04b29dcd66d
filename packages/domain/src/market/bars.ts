import { DAY_MS, HOUR_MS, MINUTE_MS } from './new-york.ts';
import type { Price } from './price.ts';

export const BAR_INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type BarInterval = (typeof BAR_INTERVALS)[number];

/** Length of a bar. Bars begin at whole multiples of it since 1970 UTC. */
export const BAR_MS: Readonly<Record<BarInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
};

/** Prices are mids. */
export type Bar = {
  readonly timeMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** What was traded, where somebody counted: for indicators, never for money. */
  readonly volume?: number;
  /** Tick volume: how many quotes began in it. Undefined where nobody counted them. */
  readonly tickVolume?: number;
};

/** Start of the bar in which an instant falls. */
export function barStart(interval: BarInterval, timeMs: number): number {
  return Math.floor(timeMs / BAR_MS[interval]) * BAR_MS[interval];
}

/** One bar of prices in the order of their time; undefined when there are none. */
export function barOf(timeMs: number, prices: readonly Price[]): Bar | undefined {
  const open = prices[0];
  const close = prices.at(-1);
  if (open === undefined || close === undefined) return undefined;
  let high = open;
  let low = open;
  for (const price of prices) {
    if (price > high) high = price;
    if (price < low) low = price;
  }
  return { timeMs, open, high, low, close };
}
