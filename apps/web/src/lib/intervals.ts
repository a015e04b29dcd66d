import type { Interval } from '@clearbook/contracts/intervals';
import { barEnd, barStart } from '@clearbook/domain/bars';

/** How long a bar of each interval is, a month in the mean: for places beyond the bars. */
export const SECONDS: Record<Interval, number> = {
  ...{ '1m': 60, '5m': 300, '15m': 900, '30m': 1800 },
  ...{ '1h': 3600, '4h': 14_400, '1d': 86_400 },
  ...{ '1w': 604_800, '1M': 2_629_746 },
};

/** Whether a day has several of its bars, which need an hour to be told apart. */
export const isWithinDay = (interval: Interval): boolean => SECONDS[interval] < SECONDS['1d'];

/** Where the bar of an instant begins, in seconds since 1970. */
export const startOf = (interval: Interval, seconds: number): number => barStart(interval, seconds * 1000) / 1000;

/** Whole seconds until the bar of this instant closes, up. */
export const secondsToClose = (interval: Interval, now: number): number =>
  Math.ceil((barEnd(interval, now) - now) / 1000);
