import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { PlainError } from '../plain-error.ts';

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const VERSION_TABLE = 'public.schemaversion';
const FILE_NAME = /^(\d+)\.do\..+\.sql$/;

/** Versions of the migrations that this program brings, ascending. */
export function knownVersions(dir: string = MIGRATIONS_DIR): number[] {
  return readdirSync(dir)
    .map((name) => FILE_NAME.exec(name)?.[1])
    .filter((version) => version !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
}

/** Versions that the database has, ascending; empty for a new one. */
export async function appliedVersions(client: pg.ClientBase | pg.Pool): Promise<number[]> {
  const { rows: found } = await client.query<{ here: boolean }>(
    `SELECT to_regclass('${VERSION_TABLE}') IS NOT NULL AS here`,
  );
  if (!found[0]?.here) return [];
  const { rows } = await client.query<{ version: string }>(
    `SELECT version FROM ${VERSION_TABLE} WHERE version > 0 ORDER BY version`,
  );
  return rows.map((row) => Number(row.version));
}

/**
 * Brings the schema to the newest version, or to `target` (a restore first makes the schema of its backup). Runs in the caller's
 * transaction as the owner role: all of it happens or none of it, whenever the process dies.
 * @returns the versions that were applied
 * @throws PlainError where the database is newer than the program, or a migration that was applied has been edited since
 */
export async function migrate(
  client: pg.ClientBase,
  options: { target?: number; dir?: string } = {},
): Promise<number[]> {
  const dir = options.dir ?? MIGRATIONS_DIR;
  const known = knownVersions(dir);
  const applied = await appliedVersions(client);
  refuseUnknown(known, applied);
  const newest = known.at(-1) ?? 0;
  const target = options.target ?? newest;
  if (!known.includes(target)) {
    throw new PlainError(
      `This version of Clearbook has no migration ${target}: use the version that made the data, or a newer one.`,
    );
  }

  await client.query("SET LOCAL timezone TO 'UTC'; SET LOCAL client_min_messages TO warning");
  const postgrator = new Postgrator({
    driver: 'pg',
    schemaTable: VERSION_TABLE,
    migrationPattern: `${literalGlob(dir)}*.sql`,
    validateChecksums: true,
    newline: 'LF',
    execQuery: (sql) => client.query(sql),
  });
  try {
    const done = await postgrator.migrate(String(target));
    return done.map((migration) => migration.version);
  } catch (error) {
    const edited = /MD5 checksum failed for migration \[(\d+)\]/.exec(error instanceof Error ? error.message : '');
    if (!edited) throw new Error(`${failedMigration(error, dir)}: ${String(error)}`, { cause: error });
    throw new PlainError(
      `Migration ${edited[1]} was changed after it ran on this database: put its file back as it was and add a new migration instead.`,
    );
  }
}

/** Names the file and line that a migration failed at. */
function failedMigration(error: unknown, dir: string): string {
  const { appliedMigrations = [], position } = error as {
    appliedMigrations?: { version: number }[];
    position?: string;
  };
  const next = knownVersions(dir).find((version) => version > (appliedMigrations.at(-1)?.version ?? 0));
  const file = readdirSync(dir).find((name) => Number(FILE_NAME.exec(name)?.[1]) === next);
  if (file === undefined || position === undefined) return `A migration of ${dir} failed`;
  const before = readFileSync(join(dir, file), 'utf8').slice(0, Number(position) - 1);
  return `Migration ${file} failed at line ${before.split('\n').length}`;
}

/** Says that the database has a migration which this program does not bring; undefined where it has none. */
export function unknownMigration(known: number[], applied: number[]): string | undefined {
  const newer = applied.findLast((version) => !known.includes(version));
  return newer === undefined
    ? undefined
    : `The database has migration ${newer}, which this version of Clearbook does not know (its own newest is ${known.at(-1)}): start the newer version that made it.`;
}

function refuseUnknown(known: number[], applied: number[]): void {
  const newer = unknownMigration(known, applied);
  if (newer !== undefined) throw new PlainError(newer);
  const last = applied.at(-1) ?? 0;
  const skipped = known.filter((version) => version < last && !applied.includes(version));
  if (skipped.length > 0) {
    throw new PlainError(
      `Migration ${skipped[0]} was added below migration ${last}, which this database already has: give it the next free number.`,
    );
  }
}

/** The folder's own name may contain signs that a file pattern would read as its own. */
function literalGlob(dir: string): string {
  return dir.replace(/[?*[\]()]/g, '[$&]');
}
