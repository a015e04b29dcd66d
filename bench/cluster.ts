import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@clearbook/api/platform/database/embedded/index.ts';
import { derivedAppPassword } from '@clearbook/api/platform/database/roles.ts';
import { prepareDatabase } from '@clearbook/api/platform/database/prepare.ts';
import { createLog } from '@clearbook/api/platform/log.ts';

export type BenchCluster = { readonly appUrl: string; readonly superuserUrl: string; stop(): Promise<void> };

/** One PostgreSQL of the product's own kind and settings for everything that is compared, on this machine, empty. */
export async function startBenchCluster(): Promise<BenchCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-bench-'));
  const embedded = await startEmbedded({
    dataDir,
    log: createLog({ level: 'warn' }),
    onLost: (error) => {
      throw error;
    },
  });
  const { url } = embedded.logins;
  // The same password that a server started with this address as its DATABASE_URL will derive.
  const { appUrl } = await prepareDatabase({
    url,
    appPassword: derivedAppPassword(url),
    instance: { mode: 'demo', market: 'simulated', marketSeed: 'bench' },
  });
  return {
    appUrl,
    superuserUrl: url,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
