import type { ChartOptions, DeepPartial, Time } from 'lightweight-charts';
import { formatDateTime } from '../lib/format.ts';
import { UTC, zone } from '../lib/zone.ts';

/** The marks of an axis from this kind on are times of day; those before are days, months and years. */
const TIME_MARKS = 3;

/** A chart's times in the zone that somebody chose. Days, and bars that are as long or longer, are UTC's, which is what the library shows by itself. */
export function chartTimes(withinDay: boolean): DeepPartial<ChartOptions> {
  const timeZone = zone();
  if (!withinDay || timeZone === UTC) return {};
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  const minute = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return {
    localization: { timeFormatter: (time: Time) => formatDateTime(dateOf(time).toISOString()) },
    timeScale: {
      tickMarkFormatter: (time: Time, mark: number) => (mark < TIME_MARKS ? day : minute).format(dateOf(time)),
    },
  };
}

/** Our bars all have seconds since 1970. */
function dateOf(time: Time): Date {
  return new Date(Number(time) * 1000);
}
