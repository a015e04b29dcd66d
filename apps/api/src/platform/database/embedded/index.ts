import pg from 'pg';
import type { Logger } from '../../log.ts';
import type { PlainError } from '../../plain-error.ts';
import { socketUrl } from '../url.ts';
import { clusterPaths, startCluster, SUPERUSER } from './cluster.ts';
import { readPostmasterFile } from './postmaster.ts';
import { readOrCreateSecret } from './secrets.ts';

export const DATABASE_NAME = 'clearbook';

export type Embedded = {
  /** What prepares the database: the superuser's address, for a child process only, and the app role's password. */
  logins: { url: string; appPassword: string };
  stop(): Promise<void>;
};

/** Starts the database server in DATA_DIR and makes sure that our database is there. The caller holds the lock on DATA_DIR. */
export async function startEmbedded(options: {
  dataDir: string;
  log: Logger;
  onLost: (error: PlainError) => void;
  settings?: Record<string, string>;
}): Promise<Embedded> {
  const cluster = await startCluster(options);
  try {
    const logins = loginsOf(options.dataDir, cluster);
    await ensureDatabase(cluster);
    return { logins, stop: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** The logins of the embedded server that runs now in DATA_DIR, for backup and staff commands; undefined where none runs. */
export function runningEmbedded(dataDir: string): Embedded['logins'] | undefined {
  const file = readPostmasterFile(clusterPaths(dataDir).pgData);
  return file?.ready ? loginsOf(dataDir, file) : undefined;
}

function loginsOf(dataDir: string, at: { socketDir: string; port: number }): Embedded['logins'] {
  const password = readOrCreateSecret(dataDir, 'database-superuser');
  return {
    url: socketUrl({ ...at, user: SUPERUSER, password, database: DATABASE_NAME }),
    appPassword: readOrCreateSecret(dataDir, 'database-app'),
  };
}

async function ensureDatabase(cluster: { socketDir: string; port: number; superuserPassword: string }): Promise<void> {
  const client = new pg.Client({
    host: cluster.socketDir,
    port: cluster.port,
    user: SUPERUSER,
    password: cluster.superuserPassword,
    database: 'postgres',
  });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(DATABASE_NAME)}`);
  } finally {
    await client.end();
  }
}
