import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { type AfterRestore, endWhatABackupOpens } from '../apps/api/src/after-restore.ts';
import { askForSealKey } from '../apps/api/src/platform/backup/seal-key.ts';
import { keepSecret } from '../apps/api/src/platform/database/embedded/secrets.ts';
import { SEAL_NAME } from '../apps/api/src/platform/seal.ts';
import { readBackup } from '../apps/api/src/platform/backup/manifest.ts';
import { isEmptyDatabase, loadTables, restoreFiles } from '../apps/api/src/platform/backup/restore.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import type { Config } from '../apps/api/src/platform/config.ts';
import { beginRestore, endRestore, lockDataDir, RESTORING } from '../apps/api/src/platform/data-dir.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import type { OperatorAccess } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { askInSecret } from './ask.ts';
import { runCommand, takesAtMost } from './command.ts';

/** The one file that is there as soon as DATA_DIR is in use, and says nothing about its content. */
const LOCK = 'lock';

/** `npm run restore -- FOLDER`: into an empty DATA_DIR, and an empty database where DATABASE_URL names one. */
await runCommand(async (config, log, args) => {
  const usage = 'Say which backup to restore: npm run restore -- FOLDER';
  takesAtMost(1, args, usage);
  const [given] = args;
  if (given === undefined) throw new PlainError(usage);
  const folder = resolve(given);
  const manifest = await readBackup(folder);
  refuseUsedDataDir(config);
  const key = await askForSealKey(manifest.seal, config, askInSecret);
  const lock = lockDataDir(config.dataDir);
  let ended: AfterRestore;
  let begun = false;
  try {
    const access = await openAsOperator(config, log, lock);
    try {
      await refuseUsedDatabase(access);
      beginRestore(config.dataDir);
      begun = true;
      // Before the rows: books without their files look whole.
      await restoreFiles(folder, manifest, config.dataDir);
      if (key !== undefined) keepSecret(config.dataDir, SEAL_NAME, key);
      await runPrepare({ ...access.logins, target: manifest.schemaVersion });
      await asOwner(access, (owner) => loadTables(owner, folder, manifest));
      await runPrepare(access.logins);
      ended = await asOwner(access, (owner) => endWhatABackupOpens(owner, systemClock(config).now()));
      endRestore(config.dataDir);
    } finally {
      await access.close();
    }
  } catch (error) {
    // It was empty when we came, and half a restore must not look like a whole one. An outside database may have its rows by now.
    emptyDataDir(config.dataDir, begun && config.databaseUrl !== undefined ? [LOCK, RESTORING] : [LOCK]);
    throw error;
  } finally {
    lock.release();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Restored ${rows} rows and ${manifest.files.length} files; the books balance. Ended: ${ended.sessions} sessions, every open link, ${ended.tokens} tokens. Held: ${ended.mails} emails that were waiting (Manage → Settings). Start with: npm start\n`,
  );
});

function refuseUsedDataDir({ dataDir }: Config): void {
  const inside = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== LOCK && name !== RESTORING) : [];
  if (inside.length > 0) throw new PlainError(`DATA_DIR ${dataDir} is not empty: restore into a new folder.`);
}

async function refuseUsedDatabase(access: OperatorAccess): Promise<void> {
  if (!(await asOwner(access, isEmptyDatabase)))
    throw new PlainError('The database is not empty: restore into a new one.');
}

async function asOwner<T>(access: OperatorAccess, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await access.connectOwner();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

function emptyDataDir(dataDir: string, but: readonly string[]): void {
  for (const name of readdirSync(dataDir)) {
    if (!but.includes(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
