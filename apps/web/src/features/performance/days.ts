const DAY_MS = 86_400_000;
const WEEK = 7;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** The same day of another month, or its last one. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
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
