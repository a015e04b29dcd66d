import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PlainError } from './plain-error.ts';

export type DataDirLock = { release(): void };

/** Held here until released: a handle that nobody refers to is collected, and its lock would go with it. */
const held = new Set<DatabaseSync>();

/** There while a backup is restored: a process that dies in between leaves it behind. */
export const RESTORING = 'restoring';

export function beginRestore(dataDir: string): void {
  writeFileSync(join(dataDir, RESTORING), '', { mode: 0o600, flush: true });
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, RESTORING));
}

/** @throws PlainError where a restore began here and did not end: the books may lack files, and links of before may still work */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING)))
    throw new PlainError(
      `The restore into DATA_DIR ${dataDir} didn't finish. Empty that folder, and the database that DATABASE_URL names, and restore again.`,
    );
}

/** Makes DATA_DIR if need be. Root leaves it passable, not readable, for the unprivileged user that PostgreSQL runs as. */
export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new PlainError(`DATA_DIR ${dataDir} cannot be used as a folder (${reason(error)}); choose another one.`);
  }
}

/**
 * Takes DATA_DIR for this process alone, or refuses. The lock is the kernel's own lock on a file, taken through SQLite because
 * Node offers no other lock like it: it ends with the process however that dies, knows no process numbers that could be
 * used again, and two starts at one moment cannot both get it. The file itself stays empty and is never deleted.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  ensureDataDir(dataDir);
  let file: DatabaseSync | undefined;
  try {
    const path = join(dataDir, 'lock');
    closeSync(openSync(path, 'a', 0o600));
    file = new DatabaseSync(path);
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (isBusy(error)) {
      throw new PlainError(
        `Another Clearbook process already uses DATA_DIR ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      );
    }
    throw new PlainError(`DATA_DIR ${dataDir} cannot be written to (${reason(error)}); choose another one.`);
  }
  const taken = file;
  held.add(taken);
  return {
    release: () => {
      if (held.delete(taken)) taken.close();
    },
  };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

function reason(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}
