import { DOCUMENT_ENTRIES_MAX, type StatementDocument } from '@clearbook/contracts/documents';
import { messages } from '@clearbook/contracts/messages';
import type { StatementRow } from '@clearbook/contracts/statement';
import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { centsToDecimal, decimalToCents } from '@clearbook/domain/money';
import { firstDayOf, lastDayOf, type Period, periodOf } from '@clearbook/domain/periods';
import type { ClientBase, Pool } from 'pg';
import { notFound, Problem } from '../../platform/http/index.ts';
import { hasStatement } from './periods.query.ts';
import { markedRows } from './statement.query.ts';

/** What moves a loan: an index has these alone. */
const LOAN_EVENTS = [EVENTS.loan_approved, EVENTS.loan_interest, EVENTS.loan_repaid, EVENTS.loan_written_off].join();

/** A statement in figures, and the words of its lines in the same order. */
export type Read = {
  readonly period: Period;
  readonly document: StatementDocument;
  readonly rows: readonly StatementRow[];
  /** What of the closing balance is borrowed, in cents. */
  readonly owed: bigint;
};

/** The statement of one period. @throws Problem where there is none, or where it is too long for a document */
export async function readDocument(pool: Pool, clientId: string, name: string, now: Date): Promise<Read> {
  const period = periodOf(name);
  if (period === undefined) throw notFound();
  await pool.query('select ledger.mark_statement($1)', [clientId]);
  const start = await readStart(pool, clientId, period);
  if (!hasStatement(period, start.first, now)) throw new Problem(404, 'request.not_found', messages.statement.notThere);
  if (start.count > DOCUMENT_ENTRIES_MAX)
    throw new Problem(
      422,
      'request.invalid',
      messages.statement.tooLong(DOCUMENT_ENTRIES_MAX.toLocaleString('en-US')),
      [{ name: 'period', message: messages.statement.tooLong(DOCUMENT_ENTRIES_MAX.toLocaleString('en-US')) }],
    );
  return readFrom(pool, { clientId, period, start, now });
}

/** The statement of a month that has an entry, from a snapshot; undefined where it is too long for a document. The marks of the client are made before. */
export async function readMonth(
  snapshot: ClientBase,
  clientId: string,
  month: string,
  now: Date,
): Promise<Read | undefined> {
  const period = periodOf(month);
  if (period === undefined) throw new Error(`${month} is no month`);
  const start = await readStart(snapshot, clientId, period);
  return start.count > DOCUMENT_ENTRIES_MAX ? undefined : readFrom(snapshot, { clientId, period, start, now });
}

type Start = { first: Date | null; count: number; total: string; cash: string; owed: string };

async function readStart(db: Pick<ClientBase, 'query'>, clientId: string, period: Period): Promise<Start> {
  const { rows } = await db.query<Start>(
    `select (select min(e.at) from ledger.entry e where e.client_id = $1) as first,
       (select count(*)::int from ledger.entry e where e.client_id = $1 and e.at >= $2 and e.at < $3) as count, b.total, b.cash,
       (select coalesce(sum(p.amount), 0) from ledger.loan l join ledger.entry e on e.client_id = l.client_id and e.subject_id = l.id and e.event in (${LOAN_EVENTS}) and e.at < $3
          join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account = ${ACCOUNTS.loan} where l.client_id = $1) as owed
     from ledger.balance_at($1, 9223372036854775807, $2) as b`,
    [clientId, period.from, period.until],
  );
  const [start] = rows;
  if (start === undefined) throw new Error(`no books for ${clientId}`);
  return start;
}

async function readFrom(
  db: Pick<ClientBase, 'query'>,
  { clientId, period, start, now }: { clientId: string; period: Period; start: Start; now: Date },
): Promise<Read> {
  const rows: StatementRow[] = [];
  for await (const row of markedRows(db, clientId, { from: firstDayOf(period), to: lastDayOf(period) })) rows.push(row);
  rows.reverse();
  const opening = { total: BigInt(start.total), cash: BigInt(start.cash) };
  const owed = BigInt(start.owed);
  return { period, rows, owed, document: addUp({ clientId, period, opening, rows, ended: period.until <= now }) };
}

type Parts = {
  readonly clientId: string;
  readonly period: Period;
  readonly opening: { readonly total: bigint; readonly cash: bigint };
  readonly rows: readonly StatementRow[];
  readonly ended: boolean;
};

/** Adds the lines to where the period began. @throws Error where that does not give the balance beside a line: such a statement is not issued */
export function addUp({ clientId, period, opening, rows, ended }: Parts): StatementDocument {
  let { total, cash } = opening;
  let [added, taken] = [0n, 0n];
  for (const row of rows) {
    const change = decimalToCents(row.change_to_total);
    total += change;
    cash += decimalToCents(row.change_to_cash);
    if (change > 0n) added += change;
    else taken -= change;
    if (centsToDecimal(total) !== row.total_balance || centsToDecimal(cash) !== row.cash)
      throw new Error(`statement: entry ${row.entry} of ${clientId} does not follow from the one before it`);
  }
  return {
    format: 'clearbook-statement',
    version: 1,
    account: clientId,
    currency: 'USD',
    period: period.name,
    from: firstDayOf(period),
    to: lastDayOf(period),
    ended,
    opening: centsToDecimal(opening.total),
    added: centsToDecimal(added),
    taken: centsToDecimal(taken),
    closing: centsToDecimal(total),
    opening_cash: centsToDecimal(opening.cash),
    closing_cash: centsToDecimal(cash),
    entries: rows.map((row) => ({
      entry: row.entry === '' ? null : row.entry,
      time_utc: row.time_utc,
      event: row.event,
      change_to_total: row.change_to_total,
      change_to_cash: row.change_to_cash,
      change_to_owed: row.change_to_owed,
      total_balance: row.total_balance,
      cash: row.cash,
    })),
  };
}
