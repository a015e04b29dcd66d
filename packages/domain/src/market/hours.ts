import type { Instrument } from './instruments.ts';
import {
  civilDate,
  HOUR_MS,
  isExchangeHalfDay,
  isExchangeHoliday,
  isWeekend,
  newYorkDay,
  newYorkInstant,
  weekday,
} from './new-york.ts';

/**
 * What a moment means for an instrument. While open, `opensAt` and `closesAt` bound the session (open at `opensAt`, closed at `closesAt`).
 * While closed, `closedAt` is when the last session ended and `opensAt` when the next begins. Milliseconds since 1970 UTC.
 */
export type Session =
  | { readonly open: true; readonly opensAt: number; readonly closesAt: number }
  | { readonly open: false; readonly closedAt: number; readonly opensAt: number };

const ALWAYS: Session = { open: true, opensAt: -Infinity, closesAt: Infinity };

/** The longest stretch without a session is well under this many days; the search ends there at the latest. */
const SEARCH_DAYS = 10;

/**
 * Crypto trades always. Stocks trade 09:30 to 16:00 New York on the exchange's days, to 13:00 on its half days. Forex trades in days that
 * end at 17:00 New York, from Sunday evening to Friday evening, without the days that end on 25 December and 1 January.
 */
export function session(of: Instrument, timeMs: number): Session {
  if (of.class === 'crypto') return ALWAYS;
  return of.class === 'stock' ? around(timeMs, stockDay) : mergeForexDays(timeMs);
}

export function isOpen(of: Instrument, timeMs: number): boolean {
  return session(of, timeMs).open;
}

/** The instant itself while open, otherwise the next opening. */
export function nextOpen(of: Instrument, timeMs: number): number {
  const now = session(of, timeMs);
  return now.open ? timeMs : now.opensAt;
}

/** The instant itself while open, otherwise the last millisecond of the last session: the instant whose quote is still shown. */
export function lastOpen(of: Instrument, timeMs: number): number {
  const now = session(of, timeMs);
  return now.open ? timeMs : now.closedAt - 1;
}

/** When stocks or forex trade on a New York date; undefined where they do not. A forex day begins on the evening before its date. */
export function sessionOfDay(of: 'stock' | 'forex', day: number): Hours | undefined {
  return of === 'stock' ? stockDay(day) : forexDay(day);
}

type Hours = { readonly opensAt: number; readonly closesAt: number };

const NINE_THIRTY = 9 * 60 + 30;
const ONE_PM = 13 * 60;
const FOUR_PM = 16 * 60;
const FIVE_PM = 17 * 60;

function stockDay(day: number): Hours | undefined {
  if (isWeekend(day) || isExchangeHoliday(day)) return undefined;
  return {
    opensAt: newYorkInstant(day, NINE_THIRTY),
    closesAt: newYorkInstant(day, isExchangeHalfDay(day) ? ONE_PM : FOUR_PM),
  };
}

/** A forex day runs from 17:00 New York of the evening before to 17:00 of its date. */
function forexDay(day: number): Hours | undefined {
  const { month, dayOfMonth } = civilDate(day);
  const holiday = (month === 12 && dayOfMonth === 25) || (month === 1 && dayOfMonth === 1);
  if (isWeekend(day) || holiday) return undefined;
  return { opensAt: newYorkInstant(day - 1, FIVE_PM), closesAt: newYorkInstant(day, FIVE_PM) };
}

function around(timeMs: number, hoursOf: (day: number) => Hours | undefined): Session {
  // The last session that has begun: tomorrow's date counts too, because a forex day begins on the evening before.
  const today = newYorkDay(timeMs);
  let begun: Hours | undefined;
  for (let day = today + 1; day > today - SEARCH_DAYS && begun === undefined; day -= 1) {
    const hours = hoursOf(day);
    if (hours !== undefined && hours.opensAt <= timeMs) begun = hours;
  }
  if (begun === undefined) throw new RangeError('no session within the search');
  if (timeMs < begun.closesAt) return { open: true, opensAt: begun.opensAt, closesAt: begun.closesAt };
  for (let day = today; day < today + SEARCH_DAYS; day += 1) {
    const hours = hoursOf(day);
    if (hours !== undefined && hours.opensAt > timeMs)
      return { open: false, closedAt: begun.closesAt, opensAt: hours.opensAt };
  }
  throw new RangeError('no session within the search');
}

/** Forex days follow one another without a break; a session is a run of them, usually a week. */
function mergeForexDays(timeMs: number): Session {
  const now = around(timeMs, forexDay);
  if (!now.open) return now;
  // The date of a session is the New York date of its last hour.
  const date = newYorkDay(now.closesAt - HOUR_MS);
  let { opensAt, closesAt } = now;
  for (let day = date - 1; weekday(day) !== 0; day -= 1) {
    const hours = forexDay(day);
    if (hours === undefined) break;
    opensAt = hours.opensAt;
  }
  for (let day = date + 1; weekday(day) !== 6; day += 1) {
    const hours = forexDay(day);
    if (hours === undefined) break;
    closesAt = hours.closesAt;
  }
  return { open: true, opensAt, closesAt };
}
