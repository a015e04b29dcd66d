import { monthsAfter } from '@clearbook/domain/periods';

const DAY_MS = 86_400_000;
const WEEK = 7;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** The same day of another month, or its last one. */
export function addMonths(day: string, months: number): string {
  return dayOf(monthsAfter(new Date(day), months).getTime());
}

export const PERIODS = ['all', 'month', '30', '90', 'year'] as const;
type Period = (typeof PERIODS)[number];

/** The first day of each period, by today in UTC. */
export function beginnings(now: number): Readonly<Record<Period, string>> {
  return {
    all: '',
    month: `${dayOf(now).slice(0, 7)}-01`,
    '30': dayOf(now - 29 * DAY_MS),
    '90': dayOf(now - 89 * DAY_MS),
    year: `${dayOf(now).slice(0, 4)}-01-01`,
  };
}

/** Which period these days are; `dates` where they are none of today's, as in an address that was kept from another day. */
export function periodOf(
  { from = '', to = '' }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): Period | 'day' | 'dates' {
  if (from !== '' && from === to) return 'day';
  const begins = beginnings(now);
  return (to === '' ? PERIODS.find((one) => begins[one] === from) : undefined) ?? 'dates';
}

/** The weeks of a day's month, from Monday on; null where a week has days of another month. */
export function weeksOf(day: string): (string | null)[][] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = Date.UTC(year, month - 1, 1);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const before = (new Date(first).getUTCDay() + WEEK - 1) % WEEK;
  const cells = Array.from({ length: Math.ceil((before + length) / WEEK) * WEEK }, (_, i) =>
    i < before || i >= before + length ? null : dayOf(first + (i - before) * DAY_MS),
  );
  return Array.from({ length: cells.length / WEEK }, (_, i) => cells.slice(i * WEEK, (i + 1) * WEEK));
}
