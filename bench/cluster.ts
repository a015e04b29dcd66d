import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '@clearbook/api/platform/database/embedded/index.ts';
import { createLog } from '@clearbook/api/platform/log.ts';
import { parentOf } from './cpu.ts';

export type BenchCluster = { readonly superuserUrl: string; readonly pid: number; stop(): Promise<void> };

/** A PostgreSQL of the product's own kind and settings on this machine, empty. */
export async function startBenchCluster(settings: Record<string, string> = {}): Promise<BenchCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-bench-'));
  const embedded = await startEmbedded({
    dataDir,
    log: createLog({ level: 'warn' }),
    onLost: (error) => {
      throw error;
    },
    settings,
  });
  const { url } = embedded.logins;
  return {
    superuserUrl: url,
    pid: await serverPid(url),
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The process whose children all the backends are. */
async function serverPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const [row] = rows;
    if (!row) throw new Error('no backend');
    return parentOf(row.pid);
  } finally {
    await client.end();
  }
}
