import type { StatementMethod } from '@clearbook/contracts/reconciliation';
import { STATEMENT_METHODS } from '@clearbook/contracts/reconciliation';
import { normaliseTxid } from '@clearbook/domain/funding';
import {
  type Match,
  matchLines,
  type Movement,
  type MovementKind,
  type StatementLine,
  WINDOW_DAYS,
} from '@clearbook/domain/reconciliation';
import type { Pool, PoolClient } from 'pg';
import { each } from '../../platform/failures.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { placesOf } from './statement-file.ts';

const DAY_MS = 86_400_000;
/** A transaction or a reference says what it is also where a bank took its time. */
const AROUND_DAYS = 10 * WINDOW_DAYS;
/** Lines that one turn looks at, the newest first: older ones wait for people. */
const LINES_A_TURN = 60_000;

type LineRow = {
  id: string;
  day: string;
  amount: string;
  reference: string;
  txid: string | null;
  output_index: number | null;
};
export type MovementRow = {
  kind: MovementKind;
  id: string;
  method: StatementMethod;
  at: Date;
  cents: string;
  units: string | null;
  reference: string | null;
  txid: string | null;
  output_index: number | null;
};

/** Pairs what can be paired without doubt, of one account. How many it were. */
export async function matchAccount(client: PoolClient, method: StatementMethod, now: Date): Promise<number> {
  const lines = await unmatchedLines(client, method);
  const days = lines.map(({ day }) => day);
  if (days.length === 0) return 0;
  const [first, last] = days.reduce(
    ([low, high], day) => [Math.min(low, day), Math.max(high, day)],
    [Infinity, -Infinity],
  );
  const movements = await unmatchedMovements(client, {
    from: new Date((first - AROUND_DAYS) * DAY_MS),
    to: new Date((last + AROUND_DAYS) * DAY_MS),
    method,
  });
  const matches = matchLines(lines, movements.map(movementOf));
  return keepMatches(client, matches, now);
}

/** Every account: what is approved after its line was imported finds it here. Safe to run anywhere at any time. */
export async function matchAll(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ method: StatementMethod }>(
    `select distinct l.method from app.statement_line l left join app.statement_match m on m.line_id = l.id where m.line_id is null`,
  );
  const waiting = new Set(rows.map(({ method }) => method));
  await each(
    STATEMENT_METHODS.filter((one) => waiting.has(one)),
    (method) =>
      transaction(pool, async (client) => {
        const matched = await matchAccount(client, method, now);
        if (matched > 0) await tell(client);
      }),
  );
}

/** Open pages of staff read again. */
export function tell(client: PoolClient): Promise<void> {
  return invalidate(client, [{ c: null, t: ['reconciliation'], e: 'statements_changed', s: null, a: true }]);
}

async function unmatchedLines(client: PoolClient, method: StatementMethod): Promise<StatementLine[]> {
  const { rows } = await client.query<LineRow>(
    `select l.id, to_char(l.day, 'YYYY-MM-DD') as day, l.amount, l.reference, l.txid, l.output_index
     from app.statement_line l left join app.statement_match m on m.line_id = l.id
     where l.method = $1 and m.line_id is null order by l.day desc, l.id desc limit $2`,
    [method, LINES_A_TURN],
  );
  return rows.map(({ id, day, amount, reference, txid, output_index }) => ({
    id,
    day: Date.parse(`${day}T00:00:00Z`) / DAY_MS,
    amount: BigInt(amount),
    reference,
    txid,
    output: output_index,
  }));
}

type Range = {
  readonly from: Date;
  readonly to: Date;
  readonly method: StatementMethod | null;
  readonly limit?: number;
  /** The last one of those that were read before. */
  readonly after?: MovementRow | undefined;
};

export async function unmatchedMovements(
  reader: Pick<Pool, 'query'>,
  { from, to, method, limit, after }: Range,
): Promise<MovementRow[]> {
  const { rows } = await reader.query<MovementRow>(
    `select o.* from ledger.outside_movements($1, $2) o left join app.statement_match m on m.kind = o.kind and m.record_id = o.id
     where m.line_id is null and ($3::text is null or o.method = $3)
       and ($5::timestamptz is null or (o.at, o.id, o.kind) < ($5, $6::uuid, $7::text))
     order by o.at desc, o.id desc, o.kind desc limit $4`,
    [from, to, method, limit ?? null, after?.at ?? null, after?.id ?? null, after?.kind ?? null],
  );
  return rows;
}

function movementOf(row: MovementRow): Movement {
  const { kind, id, method, at, cents, units, reference, output_index } = row;
  const coins = placesOf(method) === 8;
  const signed = BigInt(cents);
  // A payout's reference is as staff wrote it.
  const transaction = row.txid ?? reference;
  return {
    kind,
    id,
    day: Math.floor(at.getTime() / DAY_MS),
    // Of coins that were paid out, the books know what they were worth and not how many they were.
    amount: coins ? (units === null ? null : BigInt(units)) : signed,
    incoming: signed > 0n,
    references: reference === null ? [] : [reference],
    txid: coins && transaction !== null ? normaliseTxid(method as 'bitcoin', transaction) : null,
    output: output_index,
  };
}

/** Somebody else may have matched one of them meanwhile: that stays. */
async function keepMatches(client: PoolClient, matches: readonly Match[], now: Date): Promise<number> {
  const { rowCount } = await client.query(
    `insert into app.statement_match (line_id, kind, record_id, how, at)
     select x.line, x.kind, x.record, x.how, $5 from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) as x(line, kind, record, how)
     order by x.line on conflict do nothing`,
    [
      matches.map(({ lineId }) => lineId),
      matches.map(({ kind }) => kind),
      matches.map(({ recordId }) => recordId),
      matches.map(({ how }) => how),
      now,
    ],
  );
  return rowCount ?? 0;
}
