import type { Equity, EquityRange } from '@clearbook/contracts/performance';
import type { BarInterval } from '@clearbook/domain/market';
import { changeOver, courseOf, growthOf, type Point } from '@clearbook/domain/performance';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';
import { usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { readCourse } from './course.query.ts';
import { DAY_MS, dayBefore, daysAfter, keepDays, startOfDay } from './days.ts';
import { midsAt } from './mids.ts';
import { reading } from './reading.ts';

export type Deps = { readonly pool: Pool; readonly market: Pick<Market, 'bars'> };

const HOUR_MS = 3_600_000;
/** Short ranges have points within a day; longer ones have the ends of days. */
type Steps = { readonly lengthMs: number; readonly stepMs: number; readonly bars: BarInterval };
const SHORT: Partial<Record<EquityRange, Steps>> = {
  '1d': { lengthMs: DAY_MS, stepMs: HOUR_MS / 4, bars: '15m' },
  '1w': { lengthMs: 7 * DAY_MS, stepMs: 2 * HOUR_MS, bars: '1h' },
  '1m': { lengthMs: 30 * DAY_MS, stepMs: 8 * HOUR_MS, bars: '4h' },
};
const LONG_DAYS: Partial<Record<EquityRange, number>> = { '3m': 91, '1y': 365 };
/** Points that a drawing needs at most. */
const MOST_POINTS = 400;

/** What an account was worth through a range, and what today brought. */
export async function readEquity(deps: Deps, clientId: string, range: EquityRange, now: Date): Promise<Equity> {
  await keepDays(deps, clientId, now);
  return reading(deps.pool, async (client) => {
    const reader = { ...deps, client };
    const midnight = startOfDay(now);
    const ofToday = await courseFrom(reader, clientId, {
      until: midnight,
      instants: [midnight, atNow(now)],
      bars: '15m',
    });
    const points = await pointsOf(reader, clientId, range, now);
    const value = ofToday.points.at(-1)?.value;
    return {
      range,
      as_of: now.toISOString(),
      value: value === undefined ? null : usd(value),
      today: changeOf(ofToday.points, now),
      over_range: changeOf(points, now),
      points: points.map((point) => ({
        at: new Date(Math.min(point.at, now.getTime())).toISOString(),
        value: point.value === undefined ? null : usd(point.value),
        deposited: usd(point.paidIn),
        withdrawn: usd(point.paidOut),
        adjusted: usd(point.adjusted),
      })),
    };
  });
}

type Between = { readonly after: Date | null; readonly before: Date | null };

/** The days of a time and what the account was worth before them; today goes up to now. */
export async function readSpans(
  deps: Deps,
  clientId: string,
  { after, before }: Between,
  now: Date,
): Promise<{ start: bigint; spans: Point[] }> {
  await keepDays(deps, clientId, now);
  return reading(deps.pool, async (client) => {
    const since = after ?? new Date(0);
    const start = await dayBefore(client, clientId, since);
    const kept = await daysAfter(client, clientId, since);
    const until = before?.getTime() ?? Infinity;
    const days = kept.filter(({ at }) => at <= until);
    // A first day whose price is missing is where the figures begin.
    if (start !== undefined && start.value === undefined) return { start: 0n, spans: [] };
    if (until > now.getTime() && since <= now) {
      const at = new Date(startOfDay(now));
      const { points } = await courseFrom({ ...deps, client }, clientId, {
        until: at,
        instants: [atNow(now)],
        bars: '1m',
      });
      days.push(...points.map((point) => ({ ...point, last: 0n })));
    }
    return { start: start?.value ?? 0n, spans: days };
  });
}

type Reader = Deps & { readonly client: ClientBase };

/** What is written in this very millisecond counts. */
const atNow = (now: Date): Date => new Date(now.getTime() + 1);

/** What came in before the first point is in its value. */
function pointsOf(reader: Reader, clientId: string, range: EquityRange, now: Date): Promise<Point[]> {
  const short = SHORT[range];
  return short === undefined ? daysOf(reader, clientId, LONG_DAYS[range], now) : stepsOf(reader, clientId, short, now);
}

async function stepsOf(
  reader: Reader,
  clientId: string,
  { lengthMs, stepMs, bars }: Steps,
  now: Date,
): Promise<Point[]> {
  const last = Math.floor(now.getTime() / stepMs) * stepMs;
  const count = Math.round(lengthMs / stepMs);
  const instants = Array.from({ length: count + 1 }, (_, i) => new Date(last - (count - i) * stepMs));
  if (last < now.getTime()) instants.push(atNow(now));
  const until = startOfDay(new Date(last - lengthMs));
  const { points, before, firstAt } = await courseFrom(reader, clientId, { until, instants, bars });
  // An account that is younger than the range begins with nothing, just before its first entry; one without an entry is nothing, now.
  const opened = before === undefined ? (firstAt?.getTime() ?? Infinity) : -Infinity;
  const begins = points.findLastIndex(({ at }) => at <= opened);
  return onlyFlowsInside(points.slice(Math.max(0, begins)));
}

async function daysOf(reader: Reader, clientId: string, days: number | undefined, now: Date): Promise<Point[]> {
  const today = startOfDay(now).getTime();
  const since = new Date(days === undefined ? 0 : today - days * DAY_MS);
  const start = await dayBefore(reader.client, clientId, since);
  const kept = await daysAfter(reader.client, clientId, since);
  const { points } = await courseFrom(reader, clientId, { until: new Date(today), instants: [atNow(now)], bars: '1m' });
  const begin = start ?? { ...NOTHING, at: kept[0] === undefined ? today : kept[0].at - DAY_MS };
  return thinned(onlyFlowsInside([begin, ...kept, ...points]));
}

const NOTHING: Point = { at: 0, balance: 0n, value: 0n, paidIn: 0n, paidOut: 0n, adjusted: 0n };

function onlyFlowsInside([first, ...points]: readonly Point[]): Point[] {
  return first === undefined ? [] : [{ ...first, paidIn: 0n, paidOut: 0n, adjusted: 0n }, ...points];
}

type From = { readonly until: Date; readonly instants: readonly Date[]; readonly bars: BarInterval };

/** The course through instants, from the newest kept day that ended by then. */
async function courseFrom({ client, market }: Reader, clientId: string, { until, instants, bars }: From) {
  const before = await dayBefore(client, clientId, until);
  const { moved, movements, firstAt } = await readCourse(client, clientId, before?.last ?? 0n, instants);
  const midAt = await midsAt(market, movements, bars, instants);
  const times = instants.map((at) => at.getTime());
  return {
    before,
    firstAt,
    points: courseOf({ instants: times, balance: before?.balance ?? 0n, moved, movements, midAt }),
  };
}

/** Every so many points one, with the flows of those that are left out. The last one stays. */
function thinned(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / MOST_POINTS);
  const kept: Point[] = [];
  let [paidIn, paidOut, adjusted] = [0n, 0n, 0n];
  points.forEach((point, i) => {
    paidIn += point.paidIn;
    paidOut += point.paidOut;
    adjusted += point.adjusted;
    if (i % every !== 0 && i !== points.length - 1) return;
    kept.push({ ...point, paidIn, paidOut, adjusted });
    [paidIn, paidOut, adjusted] = [0n, 0n, 0n];
  });
  return kept;
}

/** From the first point to the last one, beyond what came in and went out between them. */
function changeOf([first, ...spans]: readonly Point[], now: Date): Equity['today'] {
  const since = new Date(first?.at ?? now.getTime()).toISOString();
  const [start, end] = [first?.value, (spans.at(-1) ?? first)?.value];
  if (start === undefined || end === undefined) return { since, change: null, percent: null };
  const sum = (of: 'paidIn' | 'paidOut' | 'adjusted') => spans.reduce((all, span) => all + span[of], 0n);
  const flows = { paidIn: sum('paidIn'), paidOut: sum('paidOut'), adjusted: sum('adjusted') };
  const { returnBps, spans: counted } = growthOf(start, spans);
  return {
    since,
    change: usd(changeOver(start, end, flows)),
    percent: counted === 0 ? null : centsToDecimal(returnBps),
  };
}
