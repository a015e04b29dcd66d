import type { MovementRow, StatementLineRow } from '@clearbook/contracts/admin-export';
import type { Money } from '@clearbook/contracts/money';
import type { BankLine, Movement, StatementMethod } from '@clearbook/contracts/reconciliation';
import type { RequestQuery } from '@clearbook/contracts/routes';
import type { Pool } from 'pg';
import { coins, usd } from '../books/index.ts';
import { everyRow } from '../tables/index.ts';
import { type MovementRow as MovementFound, unmatchedMovements } from './matching.ts';

const PAGE = 100;
const MOVEMENTS = 200;
const MOVEMENTS_A_TURN = 10_000;
const MOVEMENT_DAYS = 60;
const DAY_MS = 86_400_000;

type Reader = Pick<Pool, 'query'>;
type Row = {
  id: string;
  method: StatementMethod;
  day: string;
  amount: string;
  reference: string;
  txid: string | null;
  file: string;
  place: number;
  kind: 'deposit' | 'withdrawal' | 'return' | 'other' | null;
  record_id: string | null;
  how: 'txid' | 'reference' | 'amount' | 'manual';
  by: string | null;
  reason: string | null;
  at: Date;
};

type Lines = RequestQuery<'GET /admin/statement-lines'> & RequestQuery<'GET /admin/statement-lines.csv'>;

const LINES = `select l.id, l.method, to_char(l.day, 'YYYY-MM-DD') as day, l.amount, l.reference, l.txid, f.name as file, l.place,
    m.kind, m.record_id, m.how, u.email as by, m.reason, m.at
  from app.statement_line l join app.statement_file f on f.id = l.file_id
  left join app.statement_match m on m.line_id = l.id left join app.user u on u.id = m.staff_id`;

/** A page of lines, the newest first. */
export async function readLines(
  reader: Reader,
  { limit, cursor, method, state, after, until }: Lines,
): Promise<{ data: BankLine[]; next_cursor: string | null }> {
  const size = Number(limit ?? PAGE);
  const [day, id] = cursor?.split('.') ?? [];
  const { rows } = await reader.query<Row>(
    `${LINES} where ($1::date is null or (l.day, l.id) < ($1, $2::uuid)) and ($3::text is null or l.method = $3)
       and ($4::text is null or ($4 = 'matched') = (m.line_id is not null))
       and ($5::date is null or l.day >= $5) and ($6::date is null or l.day <= $6)
     order by l.day desc, l.id desc limit $7`,
    [day ?? null, id ?? null, method ?? null, state ?? null, after ?? null, until ?? null, size + 1],
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    data: shown.map(lineOf),
    next_cursor: rows.length > size && last !== undefined ? `${last.day}.${last.id}` : null,
  };
}

/** All of them as rows of a file. */
export function lineRows(
  reader: Reader,
  query: RequestQuery<'GET /admin/statement-lines.csv'>,
): AsyncIterable<StatementLineRow> {
  return everyRow(async (page) => {
    const { data, next_cursor } = await readLines(reader, { ...query, ...page });
    return { data: data.map(fileRow), next_cursor };
  });
}

export async function readLine(reader: Reader, id: string): Promise<BankLine | undefined> {
  const { rows } = await reader.query<Row>(`${LINES} where l.id = $1`, [id]);
  return rows.map(lineOf)[0];
}

/** What the books have and no statement. */
export async function readMovements(
  reader: Reader,
  query: RequestQuery<'GET /admin/unmatched-movements'>,
  now: Date,
): Promise<{ movements: Movement[]; more: boolean }> {
  const rows = await unmatchedMovements(reader, { ...askedFor(query, now), limit: MOVEMENTS + 1 });
  return { movements: rows.slice(0, MOVEMENTS).map(movementOf), more: rows.length > MOVEMENTS };
}

/**
 * All of them as rows of a file, the newest first. No index has movements by their date, so each portion looks through all of those days:
 * portions are large, and one is mostly enough.
 */
export async function* movementRows(
  reader: Reader,
  query: RequestQuery<'GET /admin/unmatched-movements.csv'>,
  now: Date,
  portion = MOVEMENTS_A_TURN,
): AsyncGenerator<MovementRow> {
  const asked = { ...askedFor(query, now), limit: portion };
  let after: MovementFound | undefined;
  do {
    const rows = await unmatchedMovements(reader, { ...asked, after });
    for (const row of rows) yield movementFileRow(movementOf(row));
    after = rows.length < portion ? undefined : rows.at(-1);
  } while (after !== undefined);
}

function askedFor({ method, from, to }: RequestQuery<'GET /admin/unmatched-movements'>, now: Date) {
  return {
    from: from === undefined ? new Date(now.getTime() - MOVEMENT_DAYS * DAY_MS) : new Date(from),
    to: to === undefined ? new Date(now.getTime() + DAY_MS) : new Date(Date.parse(to) + DAY_MS),
    method: method ?? null,
  };
}

function movementOf(row: MovementFound): Movement {
  return {
    kind: row.kind,
    id: row.id,
    method: row.method,
    at: row.at.toISOString(),
    amount: usd(BigInt(row.cents)),
    reference: row.reference ?? row.txid ?? '',
  };
}

function movementFileRow({ kind, id, method, at, amount, reference }: Movement): MovementRow {
  return { kind, id, account: method, amount: amount.amount, currency: amount.currency, reference, at_utc: at };
}

/** Dollars, or the coins that the account is kept in. */
export function amountOfAccount(units: bigint, method: StatementMethod): Money {
  if (method !== 'bitcoin' && method !== 'ethereum' && method !== 'tether') return usd(units);
  const { amount, currency } = coins(units < 0n ? -units : units, method);
  return { amount: units < 0n ? `-${amount}` : amount, currency };
}

function lineOf(row: Row): BankLine {
  const { id, method, day, amount, reference, txid, file, place, kind, record_id, how, by, reason, at } = row;
  return {
    id,
    method,
    day,
    amount: amountOfAccount(BigInt(amount), method),
    reference,
    txid,
    file,
    place,
    match: kind === null ? null : { kind, record_id, how, by, reason, at: at.toISOString() },
  };
}

function fileRow({ match, ...line }: BankLine): StatementLineRow {
  return {
    id: line.id,
    account: line.method,
    day: line.day,
    amount: line.amount.amount,
    currency: line.amount.currency,
    reference: line.reference,
    transaction: line.txid ?? '',
    file: line.file,
    line: String(line.place),
    matched_to: match?.kind ?? '',
    record_id: match?.record_id ?? '',
    matched_how: match?.how ?? '',
    matched_by: match?.by ?? '',
    reason: match?.reason ?? '',
    matched_utc: match?.at ?? '',
  };
}
