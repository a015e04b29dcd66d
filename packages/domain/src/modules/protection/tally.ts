import type { Posted } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import type { Cents } from '../../money/index.ts';
import { TALLIES, type Tally } from './model.ts';

export const NO_TALLY: Tally = {
  resultDay: null,
  dayResult: 0n,
  fundedDay: null,
  dayFunded: 0n,
  weekFunded: 0n,
  monthFunded: 0n,
};

/** UTC day, YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The Monday of a UTC day. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return dayOf(date);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Today's result of closed trades, overnight financing and dividends; a loss is negative. To a clock that is a little behind, a day that has begun is today. */
export function resultToday(tally: Tally, now: Date): Cents {
  return tally.resultDay !== null && tally.resultDay >= dayOf(now) ? tally.dayResult : 0n;
}

/** What was credited to the client from outside, in the period that `now` is in, or, to a clock that is a little behind, in the one that has begun. */
export function fundedSoFar(tally: Tally, now: Date): { day: Cents; week: Cents; month: Cents } {
  const today = dayOf(now);
  const last = tally.fundedDay;
  if (last === null) return { day: 0n, week: 0n, month: 0n };
  return {
    day: last >= today ? tally.dayFunded : 0n,
    week: weekOf(last) >= weekOf(today) ? tally.weekFunded : 0n,
    month: monthOf(last) >= monthOf(today) ? tally.monthFunded : 0n,
  };
}

/**
 * The tally after an entry: `result` by a closing, financing or a dividend, `funded` from outside. What a process with a clock a little behind adds after
 * midnight belongs to the day that has begun.
 */
export function tallied(tally: Tally, now: Date, { result, funded }: { result?: Cents; funded?: Cents }): Tally {
  const soFar = fundedSoFar(tally, now);
  return {
    ...tally,
    ...(result !== undefined && {
      resultDay: latest(tally.resultDay, now),
      dayResult: resultToday(tally, now) + result,
    }),
    ...(funded !== undefined && {
      fundedDay: latest(tally.fundedDay, now),
      dayFunded: soFar.day + funded,
      weekFunded: soFar.week + funded,
      monthFunded: soFar.month + funded,
    }),
  };
}

/** The day that the books are in: the clock's, or a later one that has begun by another clock. */
function latest(day: string | null, now: Date): string {
  const today = dayOf(now);
  return day !== null && day > today ? day : today;
}

/** When the next day, week or month begins, UTC. */
export function nextPeriod(period: 'day' | 'week' | 'month', now: Date): Date {
  const today = dayOf(now);
  const start = new Date(
    `${period === 'day' ? today : period === 'week' ? weekOf(today) : `${monthOf(today)}-01`}T00:00:00Z`,
  );
  if (period === 'month') start.setUTCMonth(start.getUTCMonth() + 1);
  else start.setUTCDate(start.getUTCDate() + (period === 'day' ? 1 : 7));
  return start;
}

/** @throws if it wasn't read: a limit can't be checked without it */
export function tallyOf(state: State, clientId: string): Tally {
  const tally = state.of(TALLIES).get(clientId);
  if (tally === undefined) throw new Error('what a limit is measured by was not read');
  return tally;
}

/** Closes, financing and dividends count as the client's result; money that came in counts as funded. */
export const tally: Posted = (state, { event, clientId }, { before, after }, now) => {
  const known = state.of(TALLIES).get(clientId);
  if (known === undefined) return;
  const change = after.cash + after.margin - before.cash - before.margin;
  if (event === 'trade_closed' || event === 'overnight_financing' || event === 'dividend')
    state.of(TALLIES).set(clientId, tallied(known, now, { result: change }));
  else if (event === 'deposit_approved' || event === 'demo_top_up')
    state.of(TALLIES).set(clientId, tallied(known, now, { funded: change }));
};
