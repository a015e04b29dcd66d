import type { ChartChoice } from '@clearbook/contracts';

export type Interval = ChartChoice['interval'];

/** How long a bar of each interval is. */
export const SECONDS: Record<Interval, number> = {
  ...{ '1m': 60, '5m': 300, '15m': 900 },
  ...{ '1h': 3600, '4h': 14_400, '1d': 86_400 },
};

/** Whole seconds until the bar of this instant closes, up. */
export function secondsToClose(interval: Interval, now: number): number {
  const length = SECONDS[interval] * 1000;
  return Math.ceil((length - (now % length)) / 1000);
}
