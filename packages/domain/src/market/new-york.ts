/**
 * New York civil time and the exchange calendar by rule, without a time-zone database, so that the answer is the same on every machine.
 * Daylight saving follows the Energy Policy Act of 2005 (in force since 2007): from the second Sunday of March, 02:00, to the first Sunday of
 * November, 02:00. All times are milliseconds since 1970 UTC; a "day" is a count of days since 1970-01-01.
 */
const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type CivilDate = {
  readonly year: number;
  /** 1 to 12 */ readonly month: number;
  /** 1 to 31 */ readonly dayOfMonth: number;
};

/** Days since 1970-01-01 of a date of the Gregorian calendar. */
export function dayOf(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

export function civilDate(day: number): CivilDate {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}

/** 0 Sunday to 6 Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Milliseconds that New York is behind UTC at that instant: four hours in summer, five in winter. */
export function newYorkOffsetMs(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const summerStarts = nthWeekday(year, 3, 0, 2) * DAY_MS + 7 * HOUR_MS;
  const summerEnds = nthWeekday(year, 11, 0, 1) * DAY_MS + 6 * HOUR_MS;
  return timeMs >= summerStarts && timeMs < summerEnds ? 4 * HOUR_MS : 5 * HOUR_MS;
}

/** The New York day in which an instant falls. */
export function newYorkDay(timeMs: number): number {
  return Math.floor((timeMs - newYorkOffsetMs(timeMs)) / DAY_MS);
}

/** The instant of a New York wall-clock time between 03:00 and 24:00, hours in which no clock is ever changed. */
export function newYorkInstant(day: number, minuteOfDay: number): number {
  const wall = day * DAY_MS + minuteOfDay * MINUTE_MS;
  return wall + newYorkOffsetMs(wall + 5 * HOUR_MS);
}

/** A full holiday of the New York Stock Exchange, by the rules of its calendar (Rule 7.2). One-off closures are not in it. */
export function isExchangeHoliday(day: number): boolean {
  const { year, month, dayOfMonth } = civilDate(day);
  if (month === 1) return day === newYearObserved(year) || day === nthWeekday(year, 1, 1, 3);
  if (month === 2) return day === nthWeekday(year, 2, 1, 3);
  if (month === 3 || month === 4) return day === easterSunday(year) - 2;
  if (month === 5) return day === lastWeekday(year, 5, 1);
  if (month === 6) return year >= 2022 && day === observed(dayOf(year, 6, 19));
  if (month === 7) return day === observed(dayOf(year, 7, 4));
  if (month === 9) return day === nthWeekday(year, 9, 1, 1);
  if (month === 11) return day === nthWeekday(year, 11, 4, 4);
  return month === 12 && dayOfMonth >= 24 && day === observed(dayOf(year, 12, 25));
}

/** A trading day that ends at 13:00: 3 July, the day after Thanksgiving and 24 December, where they are trading days. */
export function isExchangeHalfDay(day: number): boolean {
  if (isWeekend(day) || isExchangeHoliday(day)) return false;
  const { year, month, dayOfMonth } = civilDate(day);
  if (month === 7) return dayOfMonth === 3;
  if (month === 11) return day === nthWeekday(year, 11, 4, 4) + 1;
  return month === 12 && dayOfMonth === 24;
}

export function isWeekend(day: number): boolean {
  const which = weekday(day);
  return which === 0 || which === 6;
}

/** Saturday's holiday is kept on Friday, Sunday's on Monday. */
function observed(day: number): number {
  const which = weekday(day);
  return which === 6 ? day - 1 : which === 0 ? day + 1 : day;
}

/** New Year on a Saturday is not kept at all: the Friday before is the last day of an accounting year. */
function newYearObserved(year: number): number {
  const day = dayOf(year, 1, 1);
  return weekday(day) === 0 ? day + 1 : day;
}

function nthWeekday(year: number, month: number, which: number, n: number): number {
  const first = dayOf(year, month, 1);
  return first + ((which - weekday(first) + 7) % 7) + 7 * (n - 1);
}

function lastWeekday(year: number, month: number, which: number): number {
  const last = dayOf(year, month + 1, 0);
  return last - ((weekday(last) - which + 7) % 7);
}

/** Gregorian Easter by the anonymous algorithm (Nature, 1876). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const dayOfMonth = (h + l - 7 * m + 33 * month + 19) % 32;
  return dayOf(year, month, dayOfMonth);
}
