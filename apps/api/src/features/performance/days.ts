import { courseOf, type Point } from '@clearbook/domain/performance';
import type { ClientBase, Pool } from 'pg';
import type { Market } from '../market/index.ts';
import { readCourse } from './course.query.ts';
import { midsAt } from './mids.ts';
import { reading } from './reading.ts';

export const DAY_MS = 86_400_000;
/** How long after a day's end it is kept: by then whatever was decided in it is committed. */
const SETTLED_MS = 60_000;
/** Days that are worked out at a time: no more than a request for bars gives. */
const DAYS_AT_ONCE = 900;

/** The end of a day, kept: its point, and the client's last entry before it. */
export type EquityDay = Point & { readonly last: bigint };

type Row = Record<'day' | 'entry_number' | 'balance' | 'paid_in' | 'paid_out' | 'adjusted', string> & {
  value: string | null;
};
type Deps = { readonly pool: Pool; readonly market: Pick<Market, 'bars'> };

export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** The kept day that ends at an instant or before it, the newest first of all; undefined where the account had no entry by then. */
export async function dayBefore(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  at: Date,
): Promise<EquityDay | undefined> {
  const { rows } = await client.query<Row>({
    name: 'equity-day-before',
    text: 'select day::text, entry_number, balance, value, paid_in, paid_out, adjusted from app.equity_day where client_id = $1 and day < $2::date order by day desc limit 1',
    values: [clientId, at.toISOString().slice(0, 10)],
  });
  return rows[0] && dayOf(rows[0]);
}

/** All kept days that end after an instant, in their order. */
export async function daysAfter(client: Pick<ClientBase, 'query'>, clientId: string, at: Date): Promise<EquityDay[]> {
  const { rows } = await client.query<Row>({
    name: 'equity-days-after',
    text: 'select day::text, entry_number, balance, value, paid_in, paid_out, adjusted from app.equity_day where client_id = $1 and day >= $2::date order by day',
    values: [clientId, at.toISOString().slice(0, 10)],
  });
  return rows.map(dayOf);
}

function dayOf(row: Row): EquityDay {
  return {
    at: Date.parse(row.day) + DAY_MS,
    balance: BigInt(row.balance),
    value: row.value === null ? undefined : BigInt(row.value),
    paidIn: BigInt(row.paid_in),
    paidOut: BigInt(row.paid_out),
    adjusted: BigInt(row.adjusted),
    last: BigInt(row.entry_number),
  };
}

/**
 * Keeps the ends of the days that are over and not kept yet. Entries and fills never change, so neither does a day; two processes that do it at the same
 * time find the same.
 */
export async function keepDays({ pool, market }: Deps, clientId: string, now: Date): Promise<void> {
  const today = startOfDay(new Date(now.getTime() - SETTLED_MS));
  for (;;) {
    const known = await dayBefore(pool, clientId, today);
    const begins = known === undefined ? await firstDay(pool, clientId) : new Date(known.at);
    if (begins === undefined || begins >= today) return;
    const count = Math.min((today.getTime() - begins.getTime()) / DAY_MS, DAYS_AT_ONCE);
    const ends = Array.from({ length: count }, (_, i) => new Date(begins.getTime() + (i + 1) * DAY_MS));
    const { moved, movements } = await reading(pool, (client) => readCourse(client, clientId, known?.last ?? 0n, ends));
    const midAt = await midsAt(market, movements, '1d', ends);
    const points = courseOf({
      instants: ends.map((end) => end.getTime()),
      ...{ balance: known?.balance ?? 0n, moved, movements, midAt },
    });
    let last = known?.last ?? 0n;
    const lasts = new Map(moved.map((one) => [one.step, one.last]));
    const rows = points.map((point, step) => ({ ...point, last: (last = lasts.get(step) ?? last) }));
    await insert(pool, clientId, rows);
  }
}

async function firstDay(pool: Pool, clientId: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ at: Date }>(
    'select at from ledger.entry where client_id = $1 order by number limit 1',
    [clientId],
  );
  return rows[0] && startOfDay(rows[0].at);
}

async function insert(pool: Pool, clientId: string, days: readonly EquityDay[]): Promise<void> {
  await pool.query(
    `insert into app.equity_day (client_id, day, entry_number, balance, value, paid_in, paid_out, adjusted)
     select $1, x.day, x.entry_number, x.balance, x.value, x.paid_in, x.paid_out, x.adjusted
     from unnest($2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
       as x(day, entry_number, balance, value, paid_in, paid_out, adjusted)
     on conflict do nothing`,
    [
      clientId,
      days.map(({ at }) => new Date(at - DAY_MS).toISOString().slice(0, 10)),
      days.map(({ last }) => last),
      days.map(({ balance }) => balance),
      days.map(({ value }) => value ?? null),
      days.map(({ paidIn }) => paidIn),
      days.map(({ paidOut }) => paidOut),
      days.map(({ adjusted }) => adjusted),
    ],
  );
}
