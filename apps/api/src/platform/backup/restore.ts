import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { PlainError } from '../plain-error.ts';
import { columnList, quoted, tables } from './catalog.ts';
import type { Table } from './catalog.ts';
import type { Manifest } from './manifest.ts';

/** Whether a database holds anything: a restore goes into an empty one only. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`
    SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' LIMIT 1`);
  return rowCount === 0;
}

/**
 * Loads the rows of a backup into a database whose schema has the backup's version, in one transaction: everything or nothing.
 * Foreign keys are taken off and put on again, which checks every row, and the schema's own triggers rest, because
 * these rows have been through them once. Checks the numbers of rows and that the books balance before it commits.
 */
export async function loadTables(owner: pg.ClientBase, folder: string, manifest: Manifest): Promise<void> {
  const present = await tables(owner);
  refuseOtherTables(present, manifest);
  await owner.query('BEGIN');
  try {
    const foreignKeys = await readForeignKeys(owner);
    for (const key of foreignKeys) await owner.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`);
    for (const table of present) await owner.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
    // A new schema comes with rows of its own (charts, rules, one-row tables), which the backup has too.
    await owner.query(`TRUNCATE ${present.map(quoted).join(', ')}`);
    for (const table of manifest.tables) await loadTable(owner, folder, table);
    for (const { lastValue, isCalled, ...sequence } of manifest.sequences) {
      await owner.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(sequence), lastValue, isCalled]);
    }
    for (const table of present) await owner.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
    for (const key of foreignKeys)
      await owner.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${key.definition}`);
    await assertBooksBalance(owner);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => {});
    throw error;
  }
  await owner.query('ANALYZE');
}

/** @throws PlainError where an entry's debits and credits differ, a running total is not the sum of its postings, or clearing holds anything but what is due */
export async function assertBooksBalance(client: pg.ClientBase): Promise<void> {
  const entries = await client.query<{ number: string }>(`
    SELECT entry_number AS number FROM ledger.posting GROUP BY book, entry_number HAVING sum(amount) <> 0 LIMIT 1`);
  if (entries.rows[0])
    throw new PlainError(`The books do not balance: the debits and credits of entry ${entries.rows[0].number} differ.`);
  const accounts = await client.query<{ account: string }>(
    'SELECT account FROM ledger.trial_balance WHERE postings <> running_total LIMIT 1',
  );
  if (accounts.rows[0]) {
    throw new PlainError(
      `The books do not balance: the total of ${accounts.rows[0].account} is not the sum of its postings.`,
    );
  }
  const clearing = await client.query<{ held: string; due: string }>(
    'SELECT held, due FROM ledger.clearing WHERE held <> due',
  );
  if (clearing.rows[0]) {
    const { held, due } = clearing.rows[0];
    throw new PlainError(`The books do not balance: ${held} cents are in clearing, and ${due} are due out of it.`);
  }
}

/** Puts the kept files of a backup back into DATA_DIR. */
export async function restoreFiles(folder: string, manifest: Manifest, dataDir: string): Promise<void> {
  for (const { path } of manifest.files) {
    const target = join(dataDir, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(join(folder, path), target);
    await chmod(target, 0o600);
  }
}

async function loadTable(owner: pg.ClientBase, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const rows = owner.query(copyFrom(`COPY ${quoted(table)} (${columnList(table.columns)}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
  if (rows.rowCount !== table.rows) {
    throw new PlainError(
      `The backup is damaged: ${table.schema}.${table.name} has ${rows.rowCount} rows instead of ${table.rows}.`,
    );
  }
}

type ForeignKey = { table: string; name: string; definition: string };

async function readForeignKeys(owner: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname !~ '^pg_'`);
  return rows;
}

function refuseOtherTables(present: Table[], manifest: Manifest): void {
  const describe = (each: Table) => `${each.schema}.${each.name}(${each.columns.toSorted().join()})`;
  const here = present.map(describe).toSorted().join(' ');
  const there = manifest.tables.map(describe).toSorted().join(' ');
  if (here === there) return;
  throw new PlainError(
    `The backup's tables are not those of schema version ${manifest.schemaVersion}: restore it with the version of Clearbook that made it.`,
  );
}
