import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/platform/database/embedded/index.ts';
import { derivedAppPassword, OWNER_ROLE } from '../src/platform/database/roles.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { withDatabase } from '../src/platform/database/url.ts';
import { createLog } from '../src/platform/log.ts';

export const TEMPLATE_DATABASE = 'clearbook_template';
/** Migrated, and of no installation yet: what a server makes of it is what it makes of an empty one. */
export const MIGRATED_DATABASE = 'clearbook_migrated';

export type TestCluster = { superuserUrl: string; appPassword: string; ownerPassword: string };

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** Projects of one run share the cluster: the first one starts it, the last one stops it. */
const shared = globalThis as { clearbookTestCluster?: { users: number; started: Promise<Started> } };
type Started = { cluster: TestCluster; stop: () => Promise<void> };

/** Before the tests of a project: one throwaway PostgreSQL with the migrated template database. Durability settings as in production. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.clearbookTestCluster ??= { users: 0, started: start() };
  const entry = shared.clearbookTestCluster;
  entry.users += 1;
  const { cluster, stop } = await entry.started;
  project.provide('cluster', cluster);
  return async () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    delete shared.clearbookTestCluster;
    await stop();
  };
}

async function start(): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-test-'));
  const embedded = await startEmbedded({
    dataDir,
    log: createLog({ level: 'warn' }),
    onLost: (error) => {
      throw error;
    },
    settings: { shared_buffers: '64MB', max_connections: '200', max_wal_size: '512MB' },
  });
  const stop = async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const { url } = embedded.logins;
    // The password that a server started with this superuser's DATABASE_URL would set, so that such tests disturb no other.
    const appPassword = derivedAppPassword(url) ?? '';
    const ownerPassword = `owner-${appPassword}`;
    await createTemplate(url, appPassword, ownerPassword);
    return { cluster: { superuserUrl: withDatabase(url, 'postgres'), appPassword, ownerPassword }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createTemplate(url: string, appPassword: string, ownerPassword: string): Promise<void> {
  await runSql(url, `CREATE DATABASE ${MIGRATED_DATABASE}`);
  await prepareDatabase({ url: withDatabase(url, MIGRATED_DATABASE), appPassword });
  await runSql(url, `CREATE DATABASE ${TEMPLATE_DATABASE} TEMPLATE ${MIGRATED_DATABASE}`);
  await prepareDatabase({
    url: withDatabase(url, TEMPLATE_DATABASE),
    appPassword,
    instance: { mode: 'demo', market: 'simulated', marketSeed: 'test' },
  });
  // In production nobody logs in as the owner; tests do, to look at what the app role may not see.
  await runSql(url, `ALTER ROLE ${OWNER_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(ownerPassword)}`);
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
