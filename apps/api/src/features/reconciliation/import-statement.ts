import { hash } from 'node:crypto';
import { messages } from '@clearbook/contracts/messages';
import {
  faultName,
  type ImportedFile,
  type StatementFile,
  type StatementMethod,
} from '@clearbook/contracts/reconciliation';
import { statementFileWords as words } from '@clearbook/contracts/words/statement-file';
import { type KnownLine, otherId, toldApart, newLines, withLikeness } from '@clearbook/domain/reconciliation';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { lockTransactionOf } from '../../platform/locks.ts';
import { transaction } from '../../platform/transaction.ts';
import { readCamt } from './camt-statement.ts';
import { readCsv } from './csv-statement.ts';
import { fileById, fileByHash } from './files.query.ts';
import { matchAccount, tell } from './matching.ts';
import { dayText, FAULTS_MAX, type FileLine, type ReadFile } from './statement-file.ts';

const DAY_MS = 86_400_000;
const NAME_MAX = 200;

export type Statement = {
  readonly method: StatementMethod;
  readonly name: string;
  readonly data: Buffer;
  readonly staffId: string;
};

/**
 * Takes a statement into the record: all of it, or, where something in it is wrong, nothing. The same file again changes nothing, and a line that another file
 * had is passed over. What can be matched without doubt is matched. No money moves, and nothing is decided.
 * @throws Problem 422 that names every line and column that is wrong, and what to do
 */
export async function importStatement(pool: Pool, statement: Statement, now: Date): Promise<ImportedFile> {
  const { method, data, staffId } = statement;
  const sha256 = hash('sha256', data);
  const before = await fileByHash(pool, method, sha256);
  if (before !== undefined) return { file: before, again: true, added: 0 };
  const read = readStatement(data.toString('utf8'), method, now);
  if (read.faults.length > 0) throw refused(read.faults);
  return transaction(pool, async (client) => {
    // Two files of one account at the same time would each take for new what the other has.
    await lockTransactionOf(client, 'statements', method);
    const fileId = newId();
    // Of a reference that is cleared, nothing stays to be read.
    const lines = withLikeness(read.lines).map((line) => ({ ...line, likeness: hash('sha256', line.likeness) }));
    const known = await knownOf(client, method, lines);
    const fresh = newLines(toldApart(lines, known), known);
    const { rowCount } = await client.query(
      `insert into app.statement_file (id, method, name, sha256, format, staff_id, at, lines, known) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict on constraint statement_file_once do nothing`,
      [
        fileId,
        method,
        fileName(statement.name),
        sha256,
        read.format,
        staffId,
        now,
        lines.length,
        lines.length - fresh.length,
      ],
    );
    // Somebody imported the same file at the same moment.
    if (rowCount === 0) return { file: there(await fileByHash(client, method, sha256)), again: true, added: 0 };
    const added = await keepLines(client, { method, fileId }, fresh);
    if (read.closing !== null)
      await client.query(
        'insert into app.statement_balance (method, day, balance, file_id, staff_id, at) values ($1, $2, $3, $4, $5, $6)',
        [method, dayText(read.closing.day), read.closing.balance, fileId, staffId, now],
      );
    const matched = await matchAccount(client, method, now);
    await client.query("select ledger.record_audit($1, 'statement.import', 'statement_file', $2, null, $3, $4)", [
      staffId,
      fileId,
      { account: method, lines: lines.length, new: added, matched },
      now,
    ]);
    await tell(client);
    return { file: there(await fileById(client, fileId)), again: false, added };
  });
}

function refused(faults: ReadFile['faults']): Problem {
  const { reconciliation } = messages;
  return new Problem(
    422,
    'statement.faults',
    faults.length > FAULTS_MAX ? reconciliation.faultsMore : reconciliation.faults,
    faults.slice(0, FAULTS_MAX).map((fault) => ({ name: faultName(fault), message: fault.message })),
  );
}

function there(file: StatementFile | undefined): StatementFile {
  if (file === undefined) throw new Error('a file that was imported is not there');
  return file;
}

function readStatement(text: string, method: StatementMethod, now: Date): ReadFile {
  const reading = { method, today: Math.floor(now.getTime() / DAY_MS) };
  // A zero byte is in no text.
  if (text.includes('\u0000') || text.includes('\ufffd'))
    return { format: 'csv', lines: [], closing: null, faults: [{ line: 0, column: '', message: words.notRead }] };
  return /^\ufeff?\s*</.test(text) ? readCamt(text, reading) : readCsv(text, reading);
}

async function knownOf(
  client: PoolClient,
  method: StatementMethod,
  lines: readonly (FileLine & { likeness: string })[],
): Promise<KnownLine[]> {
  const { rows } = await client.query<{ bank_id: string | null; amount: string; likeness: string }>(
    `select l.bank_id, l.amount, l.likeness from app.statement_line l where l.method = $1 and l.bank_id = any($2::text[])
     union select l.bank_id, l.amount, l.likeness from app.statement_line l where l.method = $1 and l.bank_id is null and l.likeness = any($3::text[])
     union select l.bank_id, l.amount, l.likeness from app.statement_line l where l.method = $1 and l.bank_id is not null and l.likeness = any($3::text[])`,
    [
      method,
      lines.flatMap(({ bankId, amount }) => (bankId === null ? [] : [bankId, otherId({ bankId, amount })])),
      lines.map(({ likeness }) => likeness),
    ],
  );
  return rows.map(({ bank_id, amount, likeness }) => ({ bankId: bank_id, amount: BigInt(amount), likeness }));
}

async function keepLines(
  client: PoolClient,
  { method, fileId }: { method: StatementMethod; fileId: string },
  lines: readonly (FileLine & { likeness: string })[],
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into app.statement_line (id, file_id, method, place, day, amount, reference, txid, output_index, bank_id, likeness)
     select x.id, $1, $2, x.place, x.day, x.amount, x.reference, x.txid, x.output_index, x.bank_id, x.likeness
     from unnest($3::uuid[], $4::int[], $5::date[], $6::bigint[], $7::text[], $8::text[], $9::int[], $10::text[], $11::text[])
       as x(id, place, day, amount, reference, txid, output_index, bank_id, likeness)
     on conflict do nothing`,
    [
      fileId,
      method,
      lines.map(() => newId()),
      lines.map(({ place }) => place),
      lines.map(({ day }) => dayText(day)),
      lines.map(({ amount }) => amount.toString()),
      lines.map(({ reference }) => reference),
      lines.map(({ txid }) => txid),
      lines.map(({ output }) => output),
      lines.map(({ bankId }) => bankId),
      lines.map(({ likeness }) => likeness),
    ],
  );
  return rowCount ?? 0;
}

/** The name that it had on somebody's disk, as far as it can be shown. */
function fileName(given: string): string {
  const shown = given
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, NAME_MAX);
  return shown === '' ? 'statement' : shown;
}
