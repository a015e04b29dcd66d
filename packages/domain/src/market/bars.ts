import type { Price } from './price.ts';

// The chart counts in bars too, and has no use for New York's calendar.
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const BAR_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;
export type BarInterval = (typeof BAR_INTERVALS)[number];

/** How many days a bar has at most that is joined from days: a week from Monday, and a calendar month, both in UTC. */
export const MOST_DAYS = { '1w': 7, '1M': 31 } as const;
/** What a chart shows. Feeds, bots and signals know nothing of those that are joined from days. */
export type ChartInterval = BarInterval | keyof typeof MOST_DAYS;

/** Length of a bar. Bars begin at whole multiples of it since 1970 UTC. */
export const BAR_MS: Readonly<Record<BarInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
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
export function barStart(interval: ChartInterval, timeMs: number): number {
  if (interval === '1M') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  // The first of January 1970 was a Thursday.
  if (interval === '1w') return Math.floor((timeMs + 3 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS - 3 * DAY_MS;
  return Math.floor(timeMs / BAR_MS[interval]) * BAR_MS[interval];
}

/** Where that bar ends and the next one begins. */
export function barEnd(interval: ChartInterval, timeMs: number): number {
  const longest = interval === '1w' || interval === '1M' ? MOST_DAYS[interval] * DAY_MS : BAR_MS[interval];
  return barStart(interval, barStart(interval, timeMs) + longest);
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
