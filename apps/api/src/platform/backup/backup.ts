import { createWriteStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedVersions } from '../database/migrations.ts';
import type { Config } from '../config.ts';
import { PlainError } from '../plain-error.ts';
import { columnList, quoted, sequences, tables } from './catalog.ts';
import type { Table } from './catalog.ts';
import { hashFile, hashing, MANIFEST } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { keepSealKey } from './seal-key.ts';

/**
 * Passwords of the database's roles belong to the old server: a restored one makes its own. The key that seals files and second factors does not
 * lie next to them.
 */
const NOT_KEPT = /^(?:database-.*|seal)$/;
const FOLDERS = ['files', 'secrets'] as const;

/**
 * Writes a backup into a new folder, while the server runs: all tables as one snapshot of the database, then the files (a
 * profile picture that is replaced meanwhile is left out, everything else that the snapshot names is there). Only its owner can read it.
 * @returns the manifest, with the number of rows of every table
 */
export async function backup(options: {
  owner: pg.ClientBase;
  config: Pick<Config, 'dataDir' | 'secretsKey' | 'backupPassphrase'>;
  target: string;
  now: Date;
}): Promise<Manifest> {
  const { owner, config, target } = options;
  const { dataDir } = config;
  if (await stat(target).catch(() => undefined))
    throw new PlainError(`${target} exists already: a backup is written to a new folder.`);
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 });
  await chmod(draft, 0o700);

  const content = await dumpTables(owner, draft);
  const files: Manifest['files'] = [];
  for (const folder of FOLDERS) files.push(...(await copyFolder(dataDir, draft, folder)));
  const seal = await keepSealKey(owner, config);
  const manifest: Manifest = { format: 1, createdAt: options.now.toISOString(), ...content, files, seal };
  await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  // Under its own name it is a whole backup: there is none half written.
  await rename(draft, target);
  return manifest;
}

async function dumpTables(
  owner: pg.ClientBase,
  draft: string,
): Promise<Pick<Manifest, 'schemaVersion' | 'tables' | 'sequences'>> {
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const schemaVersion = (await appliedVersions(owner)).at(-1);
    if (schemaVersion === undefined) throw new PlainError('The database is empty: there is nothing to back up.');
    const dumped: Manifest['tables'] = [];
    for (const table of await tables(owner)) dumped.push(await dumpTable(owner, table, draft));
    // Sequences are outside of snapshots: read last, they are never behind the rows that used them.
    const counters: Manifest['sequences'] = [];
    for (const sequence of await sequences(owner)) {
      const { rows } = await owner.query<{ lastValue: string; isCalled: boolean }>(
        `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted(sequence)}`,
      );
      if (rows[0]) counters.push({ ...sequence, ...rows[0] });
    }
    return { schemaVersion, tables: dumped, sequences: counters };
  } finally {
    await owner.query('ROLLBACK');
  }
}

async function dumpTable(owner: pg.ClientBase, table: Table, draft: string): Promise<Manifest['tables'][number]> {
  const file = join('tables', `${table.schema}.${table.name}.copy.gz`);
  const rows = owner.query(copyTo(`COPY (SELECT ${columnList(table.columns)} FROM ${quoted(table)}) TO STDOUT`));
  const { stream, digest } = hashing();
  // Under load the server needs the processor more than a backup needs to be small.
  const zip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(rows, zip, stream, createWriteStream(join(draft, file), { mode: 0o600, flush: true }));
  return { ...table, rows: rows.rowCount ?? 0, file, sha256: digest() };
}

/** False where the file has gone since the folder was read: a picture that was replaced, or an account that was erased. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function copyFolder(dataDir: string, draft: string, folder: string): Promise<Manifest['files']> {
  const source = join(dataDir, folder);
  // Nothing was ever uploaded. Anything else would make a backup without its files, which nobody misses until they need them.
  if (!existsSync(source)) return [];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const copied: Manifest['files'] = [];
  for (const entry of entries) {
    if (!entry.isFile() || (folder === 'secrets' && NOT_KEPT.test(entry.name))) continue;
    const path = join(folder, join(entry.parentPath, entry.name).slice(source.length + 1));
    const copy = join(draft, path);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    if (!(await copyIfThere(join(dataDir, path), copy))) continue;
    await chmod(copy, 0o600);
    copied.push({ path, sha256: await hashFile(copy) });
  }
  return copied;
}
