import type { StatementPeriod } from '@clearbook/contracts/documents';
import { firstDayOf, lastDayOf, type Period, type PeriodKind, periodsBetween } from '@clearbook/domain/periods';
import type { ClientBase, Pool } from 'pg';
import { usd } from '../books/index.ts';
import { readMonths } from './statement.query.ts';

type Month = { entries: number; opening: bigint; added: bigint; taken: bigint; closing: bigint };

const KINDS: readonly PeriodKind[] = ['month', 'quarter', 'year'];

/** Every month, quarter and year from a client's first entry to now, newest first, added up from the months: so they cannot disagree. */
export async function readPeriods(pool: Pool, clientId: string, now: Date): Promise<StatementPeriod[]> {
  await pool.query('select ledger.mark_statement($1)', [clientId]);
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query("set local timezone = 'UTC'");
    const found = await inSnapshot(client, clientId, now);
    await client.query('commit');
    return found;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function inSnapshot(client: ClientBase, clientId: string, now: Date): Promise<StatementPeriod[]> {
  const { rows } = await client.query<{ month: string; entries: number }>(
    `select to_char(e.at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as entries from ledger.entry e
     where e.client_id = $1 group by 1 order by 1`,
    [clientId],
  );
  const [first] = rows;
  if (first === undefined) return [];
  const counts = new Map(rows.map(({ month, entries }) => [month, entries]));
  const beginning = new Date(`${first.month}-01T00:00:00.000Z`);
  const figures = await readMonths(
    client,
    clientId,
    periodsBetween('month', beginning, now).map(({ from }) => from.toISOString()),
  );
  const months = new Map<string, Month>(
    figures.map(({ month, opening, added, taken, closing }) => [
      month,
      {
        entries: counts.get(month) ?? 0,
        ...{ opening: BigInt(opening), added: BigInt(added), taken: BigInt(taken), closing: BigInt(closing) },
      },
    ]),
  );
  return KINDS.flatMap((kind) => periodsBetween(kind, beginning, now).map((period) => together(period, months, now)));
}

/** A period from its months, of which those before the first entry and after now have nothing. */
function together(period: Period, months: ReadonlyMap<string, Month>, now: Date): StatementPeriod {
  const last = new Date(period.until.getTime() - 1);
  const own = periodsBetween('month', period.from, last < now ? last : now)
    .map(({ name }) => months.get(name))
    .filter((month) => month !== undefined);
  const sum = (of: (month: Month) => bigint): bigint => own.reduce((total, month) => total + of(month), 0n);
  return {
    period: period.name,
    kind: period.kind,
    from: firstDayOf(period),
    to: lastDayOf(period),
    ended: period.until <= now,
    entries: own.reduce((total, { entries }) => total + entries, 0),
    opening: usd(own.at(-1)?.opening ?? 0n),
    added: usd(sum(({ added }) => added)),
    taken: usd(sum(({ taken }) => taken)),
    closing: usd(own[0]?.closing ?? 0n),
  };
}

/** Whether an account whose first entry was then has a statement of this period. */
export function hasStatement(period: Period, first: Date | null, now: Date): boolean {
  return first !== null && period.until > first && period.from <= now;
}
