import type pg from 'pg';
import type { Config } from '../config.ts';
import { lockDataDir } from '../data-dir.ts';
import type { DataDirLock } from '../data-dir.ts';
import type { Logger } from '../log.ts';
import { PlainError } from '../plain-error.ts';
import { runningEmbedded, startEmbedded } from './embedded/index.ts';
import { createPool } from './pool.ts';
import { connect } from './prepare.ts';
import type { PrepareRequest } from './prepare.ts';
import { OWNER_ROLE } from './roles.ts';

/** The database as an operator's command (backup, restore, migrate, staff) uses it: with the logins that the server gave away. */
export type OperatorAccess = {
  logins: Pick<PrepareRequest, 'url' | 'ownerUrl' | 'appPassword'>;
  /** A connection as the owner of every table. The caller ends it. */
  connectOwner(): Promise<pg.Client>;
  /** The same, for what takes a pool. The caller ends it. */
  ownerPool(): pg.Pool;
  close(): Promise<void>;
};

/**
 * Reaches the database beside a running server, or starts the embedded one for as long as the command runs.
 * @param heldLock the lock on DATA_DIR, where the caller has taken it already
 */
export async function openAsOperator(config: Config, log: Logger, heldLock?: DataDirLock): Promise<OperatorAccess> {
  if (config.databaseUrl !== undefined) {
    return access({ url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl }, async () => {});
  }
  const lock = heldLock ?? tryLock(config.dataDir);
  if (!lock) {
    const logins = runningEmbedded(config.dataDir);
    if (logins) return access(logins, async () => {});
    throw new PlainError(`The server in ${config.dataDir} is starting or stopping: try again in a moment.`);
  }
  const onLost = (error: PlainError) => log.fatal(error.message);
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onLost });
  return access(embedded.logins, async () => {
    await embedded.stop();
    if (!heldLock) lock.release();
  });
}

function access(logins: OperatorAccess['logins'], close: () => Promise<void>): OperatorAccess {
  return { logins, connectOwner: () => connectOwner(logins), ownerPool: () => ownerPool(logins), close };
}

async function connectOwner(logins: OperatorAccess['logins']): Promise<pg.Client> {
  const client =
    logins.ownerUrl === undefined
      ? await connect(logins.url, 'DATABASE_URL')
      : await connect(logins.ownerUrl, 'DATABASE_OWNER_URL');
  await becomeOwner(client);
  return client;
}

function ownerPool({ url, ownerUrl }: OperatorAccess['logins']): pg.Pool {
  // The pool waits for what is done at the beginning of a connection, though its type does not say so.
  const onConnect = becomeOwner as (client: pg.ClientBase) => void;
  return createPool(ownerUrl ?? url, undefined, { max: 1, onConnect });
}

/** Whoever may; a login that owns the tables itself stays what it is. */
async function becomeOwner(client: pg.ClientBase): Promise<void> {
  await client.query(
    "SELECT set_config('role', rolname, false) FROM pg_roles WHERE rolname = $1 AND pg_has_role(current_user, oid, 'SET')",
    [OWNER_ROLE],
  );
}

function tryLock(dataDir: string): DataDirLock | undefined {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof PlainError && runningEmbedded(dataDir)) return undefined;
    throw error;
  }
}
