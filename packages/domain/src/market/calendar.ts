import { session } from './hours.ts';
import type { Instrument } from './instruments.ts';
import {
  civilDate,
  DAY_MS,
  isExchangeHalfDay,
  isExchangeHoliday,
  isWeekend,
  newYorkDay,
  newYorkInstant,
} from './new-york.ts';

/** Names of the days on which New York's exchange is closed or ends early. */
export type HolidayName =
  | 'new_year'
  | 'martin_luther_king'
  | 'presidents'
  | 'good_friday'
  | 'memorial'
  | 'juneteenth'
  | 'independence'
  | 'labor'
  | 'thanksgiving'
  | 'after_thanksgiving'
  | 'christmas_eve'
  | 'christmas'
  | 'before_independence';

/** A day ahead on which an instrument trades not at all or not to its usual hour. `date` is New York's, "2026-12-25". */
export type Holiday = {
  readonly date: string;
  readonly name: HolidayName;
  /** Where trading ends early on that day: when. Where it does not trade: undefined. */
  readonly closesAtMs: number | undefined;
  /** When it trades again after the closure or the early end. */
  readonly reopensAtMs: number;
};

/** How far ahead the calendar is looked through. */
const AHEAD_DAYS = 370;
const ONE_PM = 13 * 60;
const FIVE_PM = 17 * 60;

/** The next holidays of an instrument that are not over at `nowMs`, in order. Crypto has none. */
export function holidaysAhead(of: Instrument, nowMs: number, count: number): Holiday[] {
  if (of.class === 'crypto') return [];
  const found: Holiday[] = [];
  const today = newYorkDay(nowMs);
  for (let day = today; day < today + AHEAD_DAYS && found.length < count; day += 1) {
    const holiday = of.class === 'stock' ? exchangeHoliday(day) : forexHoliday(day);
    if (holiday === undefined) continue;
    // Reopening is asked for from inside the closure.
    const insideMs = holiday.closesAtMs ?? newYorkInstant(day, ONE_PM);
    const then = session(of, insideMs);
    const reopensAtMs = then.open ? then.closesAt : then.opensAt;
    if (reopensAtMs > nowMs) found.push({ date: dateText(day), ...holiday, reopensAtMs });
  }
  return found;
}

/** The next instant at which overnight financing is charged: 17:00 New York, every calendar day. Strictly after `nowMs`. */
export function nextFinancing(nowMs: number): number {
  const today = newYorkInstant(newYorkDay(nowMs), FIVE_PM);
  return today > nowMs ? today : newYorkInstant(newYorkDay(nowMs) + 1, FIVE_PM);
}

type Closure = { readonly name: HolidayName; readonly closesAtMs: number | undefined };

function exchangeHoliday(day: number): Closure | undefined {
  if (isExchangeHoliday(day)) return { name: nameOf(day), closesAtMs: undefined };
  if (!isExchangeHalfDay(day)) return undefined;
  const { month } = civilDate(day);
  const name = month === 7 ? 'before_independence' : month === 11 ? 'after_thanksgiving' : 'christmas_eve';
  return { name, closesAtMs: newYorkInstant(day, ONE_PM) };
}

function forexHoliday(day: number): Closure | undefined {
  const { month, dayOfMonth } = civilDate(day);
  if (isWeekend(day)) return undefined;
  if (month === 12 && dayOfMonth === 25) return { name: 'christmas', closesAtMs: undefined };
  return month === 1 && dayOfMonth === 1 ? { name: 'new_year', closesAtMs: undefined } : undefined;
}

const BY_MONTH: Readonly<Record<number, HolidayName>> = {
  2: 'presidents',
  3: 'good_friday',
  4: 'good_friday',
  5: 'memorial',
  6: 'juneteenth',
  7: 'independence',
  9: 'labor',
  11: 'thanksgiving',
  12: 'christmas',
};

function nameOf(day: number): HolidayName {
  const { month, dayOfMonth } = civilDate(day);
  // New Year on a Sunday is kept on 2 January; Martin Luther King's day is never before the 15th.
  if (month === 1) return dayOfMonth < 15 ? 'new_year' : 'martin_luther_king';
  return BY_MONTH[month] ?? 'christmas';
}

function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
