import { sessionOfDay } from './hours.ts';
import type { AssetClass } from './instruments.ts';
import {
  civilDate,
  DAY_MS,
  dayOf,
  HOUR_MS,
  isExchangeHalfDay,
  isExchangeHoliday,
  MINUTE_MS,
  newYorkDay,
  newYorkInstant,
  weekday,
} from './new-york.ts';

/**
 * The first day of the simulated market. Its first prices are published in the source, and from there prices walk freely. The walk goes on in both directions,
 * but only what follows is shown: whoever knows where it will come by at the beginning knows where it is drawn to before.
 */
const FIRST_DAY = dayOf(2023, 1, 1);
export const SIMULATION_BEGINS_MS = FIRST_DAY * DAY_MS;

/** One day of a class's market time: a session, and the closed hours before it. */
export type MarketDay = {
  /** Counts the class's days since the first: all of them for crypto, Monday to Friday for the others. */
  readonly index: number;
  readonly opensAtMs: number;
  /** Length of its session. */
  readonly seconds: number;
  /** A weekend or a holiday lies right before it. */
  readonly afterBreak: boolean;
  /** Few trade, though it is open: a holiday, or the days between Christmas and New Year. */
  readonly thin: boolean;
  /** Seconds from its opening to 17:00 New York within it, where banks change their date. */
  readonly fivePm: number;
};

const FIVE_PM = 17 * 60;
const kept = new Map<string, MarketDay | undefined>();
const MAX_KEPT = 20_000;

/** The market day of a calendar date (New York's for forex and stocks, UTC's for crypto), in days since 1970; undefined where it does not trade. */
export function marketDay(of: AssetClass, day: number): MarketDay | undefined {
  const key = `${of}${day}`;
  const known = kept.get(key);
  if (known !== undefined || kept.has(key)) return known;
  const made = makeDay(of, day);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, made);
  return made;
}

/** The last market day that has begun at an instant. */
export function lastMarketDay(of: AssetClass, timeMs: number): MarketDay {
  for (let day = dateAt(of, timeMs); ; day -= 1) {
    const found = marketDay(of, day);
    if (found !== undefined && found.opensAtMs <= timeMs) return found;
  }
}

/** The market days that reach into [fromMs, untilMs), in order. */
export function marketDaysBetween(of: AssetClass, fromMs: number, untilMs: number): MarketDay[] {
  const found: MarketDay[] = [];
  const last = dateAt(of, untilMs - 1);
  for (let day = dateAt(of, fromMs); day <= last; day += 1) {
    const each = marketDay(of, day);
    if (each === undefined || each.opensAtMs >= untilMs || each.opensAtMs + each.seconds * 1_000 <= fromMs) continue;
    found.push(each);
  }
  return found;
}

/** The date that an instant belongs to. A forex day begins on the evening before its date. */
function dateAt(of: AssetClass, timeMs: number): number {
  if (of === 'crypto') return Math.floor(timeMs / DAY_MS);
  return newYorkDay(of === 'forex' ? timeMs + 7 * HOUR_MS : timeMs);
}

function makeDay(of: AssetClass, day: number): MarketDay | undefined {
  if (of === 'crypto') {
    const fivePm = (newYorkInstant(day, FIVE_PM) - day * DAY_MS) / 1_000;
    return {
      ...{ index: day - FIRST_DAY, opensAtMs: day * DAY_MS, seconds: 86_400, afterBreak: false },
      ...{ thin: isThin(of, day), fivePm },
    };
  }
  const hours = sessionOfDay(of, day);
  if (hours === undefined) return undefined;
  return {
    index: weekdaysBefore(day) - weekdaysBefore(FIRST_DAY),
    opensAtMs: hours.opensAt,
    seconds: (hours.closesAt - hours.opensAt) / 1_000,
    afterBreak: weekday(day) === 1 || sessionOfDay(of, day - 1) === undefined,
    thin: isThin(of, day),
    fivePm: of === 'forex' ? 0 : Infinity,
  };
}

/** Forex goes on while New York's exchange is closed, and from Christmas Eve to New Year; stocks have half days; coins only know the two great holidays. */
function isThin(of: AssetClass, day: number): boolean {
  if (of === 'stock') return isExchangeHalfDay(day);
  const { month, dayOfMonth } = civilDate(day);
  if (of === 'crypto') return (month === 12 && dayOfMonth === 25) || (month === 1 && dayOfMonth === 1);
  return isExchangeHoliday(day) || (month === 12 && dayOfMonth >= 24);
}

/** Mondays to Fridays between 29 December 1969, a Monday, and a date. */
function weekdaysBefore(day: number): number {
  const days = day + 3;
  const weeks = Math.floor(days / 7);
  return weeks * 5 + Math.min(days - weeks * 7, 5);
}

/** How much wider than the base spread a feed's is, in tenths (10: as it is), so many minutes into a session. */
export function spreadTenths(of: AssetClass, day: MarketDay, minute: number): number {
  const sinceFivePm = minute - day.fivePm / (MINUTE_MS / 1_000);
  const atFivePm = of === 'stock' ? 10 : aroundFivePm(sinceFivePm, of);
  const opening = of === 'stock' || (of === 'forex' && day.afterBreak) ? afterOpening(minute) : 10;
  return Math.max(atFivePm, opening, day.thin ? THIN_TENTHS : 10);
}

/** Recorded candles of a holiday have a fifth to a third less volume than other days like it. */
const THIN_TENTHS = 15;

/** Banks end their day: few quote, and those that do quote wide. A forex day is over at 17:00, so its last minutes are the ones before. */
function aroundFivePm(minutes: number, of: AssetClass): number {
  const before = of === 'forex' && minutes > 23 * 60 ? minutes - 24 * 60 : minutes;
  if (before < -10 || before >= 90) return 10;
  const most = before < 0 ? 20 : before < 15 ? 50 : before < 45 ? 30 : 15;
  return of === 'crypto' ? 10 + (most - 10) / 4 : most;
}

function afterOpening(minutes: number): number {
  if (minutes < 2) return 60;
  if (minutes < 10) return 35;
  return minutes < 30 ? 20 : 10;
}

/** The widest that `spreadTenths` ever says. */
export const WIDEST_TENTHS = 60;
