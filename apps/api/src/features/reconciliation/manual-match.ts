import { messages } from '@clearbook/contracts/messages';
import type { BankLine, StatementMethod } from '@clearbook/contracts/reconciliation';
import type { RequestBody } from '@clearbook/contracts/routes';
import type { Pool, PoolClient } from 'pg';
import { notFound, Problem } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';
import { readLine } from './lines.query.ts';
import { type MovementRow, tell } from './matching.ts';
import { placesOf } from './statement-file.ts';

const { reconciliation: words } = messages;
/** What a match of a closed day is kept with. */
const SIGNED = 'CB129';

type By = { readonly id: string; readonly staffId: string; readonly now: Date };
type Line = { method: StatementMethod; amount: string; matched: boolean; closed: boolean };

/** Somebody says what a line is. Where both amounts are known they have to be the same. */
export async function matchByHand(
  pool: Pool,
  { id, staffId, now }: By,
  body: RequestBody<'POST /admin/statement-lines/:id/match'>,
): Promise<BankLine> {
  return transaction(pool, async (client) => {
    const line = await lockLine(client, id);
    if (line.matched) {
      const shown = await readLine(client, id);
      // The same request once more: it has happened.
      if (shown?.match?.kind === body.kind && shown.match.record_id === (body.record_id ?? null)) return shown;
      throw new Problem(409, 'statement.matched', words.matchedAlready);
    }
    if (body.record_id !== undefined) await checkRecord(client, line, body.kind, body.record_id);
    const { rowCount } = await client.query(
      `insert into app.statement_match (line_id, kind, record_id, how, staff_id, reason, at) values ($1, $2, $3, 'manual', $4, $5, $6) on conflict do nothing`,
      [id, body.kind, body.record_id ?? null, staffId, body.reason, now],
    );
    if (rowCount === 0) throw new Problem(409, 'statement.record_taken', words.recordTaken);
    await record(
      client,
      'statement.match',
      { id, staffId, now },
      { kind: body.kind, ...(body.record_id !== undefined && { record: body.record_id }) },
    );
    return found(client, id);
  });
}

/** Until the day of the line or of its record is closed: what was signed stays what it was. */
export async function undoMatch(pool: Pool, { id, staffId, now }: By, reason: string): Promise<BankLine> {
  return transaction(pool, async (client) => {
    const line = await lockLine(client, id);
    if (!line.matched) throw new Problem(409, 'statement.not_matched', words.notMatched);
    const closed = () => new Problem(409, 'statement.closed_day', words.closedDay);
    if (line.closed) throw closed();
    // The database looks again, at the record's day as well, once nobody is signing.
    await client.query('delete from app.statement_match where line_id = $1', [id]).catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === SIGNED ? closed() : error;
    });
    const note = await keepReason(client, { whose: staffId, reason, now });
    await record(client, 'statement.unmatch', { id, staffId, now }, note);
    return found(client, id);
  });
}

async function lockLine(client: PoolClient, id: string): Promise<Line> {
  const { rows } = await client.query<Line>(
    `select l.method, l.amount, (select true from app.statement_match m where m.line_id = l.id) is not null as matched,
       coalesce(l.day <= (select max(d.day) from ledger.day_mark d where d.state = 'closed'), false) as closed
     from app.statement_line l where l.id = $1`,
    [id],
  );
  const [line] = rows;
  if (line === undefined) throw notFound();
  return line;
}

async function checkRecord(client: PoolClient, line: Line, kind: string, recordId: string): Promise<void> {
  const { rows } = await client.query<MovementRow>(
    `select * from ledger.outside_movements('-infinity', 'infinity') o where o.kind = $1 and o.id = $2`,
    [kind, recordId],
  );
  const [movement] = rows;
  const refuse = (code: 'record_unknown' | 'other_account' | 'other_amount', detail: string) =>
    new Problem(422, `statement.${code}`, messages.common.checkFields, [{ name: 'record_id', message: detail }]);
  if (movement === undefined) throw refuse('record_unknown', words.recordUnknown);
  if (movement.method !== line.method) throw refuse('other_account', words.otherAccount);
  const signed = BigInt(movement.cents);
  const amount = placesOf(line.method) === 2 ? signed : movement.units === null ? null : BigInt(movement.units);
  const same = amount === null ? signed > 0n === BigInt(line.amount) > 0n : amount === BigInt(line.amount);
  if (!same) throw refuse('other_amount', words.otherAmount);
}

async function record(client: PoolClient, action: string, { id, staffId, now }: By, facts: object): Promise<void> {
  await client.query("select ledger.record_audit($1, $2, 'statement_line', $3, null, $4, $5)", [
    staffId,
    action,
    id,
    facts,
    now,
  ]);
  await tell(client);
}

async function found(client: PoolClient, id: string): Promise<BankLine> {
  const line = await readLine(client, id);
  if (line === undefined) throw new Error('a line that was locked is not there');
  return line;
}
