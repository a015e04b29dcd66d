import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@clearbook/api/platform/database/embedded/index.ts';
import { createPool } from '@clearbook/api/platform/database/pool.ts';
import { prepareDatabase } from '@clearbook/api/platform/database/prepare.ts';
import { withDatabase } from '@clearbook/api/platform/database/url.ts';
import { createLog } from '@clearbook/api/platform/log.ts';

type SimDatabase = { readonly appUrl: string; readonly superuserUrl: string };
export type SimCluster = {
  /** Empty books in a database of their own. */
  database(name: string): Promise<SimDatabase>;
  stop(): Promise<void>;
};

/**
 * A throwaway PostgreSQL of the product's own kind. A crash of the server must lose nothing here, so it writes its log before it answers;
 * a power cut may, so it does not wait for the disk.
 */
export async function startSimCluster(): Promise<SimCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-sim-'));
  const embedded = await startEmbedded({
    dataDir,
    log: createLog({ level: 'error' }),
    onLost: (error) => {
      throw error;
    },
    settings: { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off' },
  });
  const { url, appPassword } = embedded.logins;
  return {
    async database(name) {
      const admin = createPool(url, undefined, { max: 1 });
      await admin.query(`create database ${name}`);
      await admin.end();
      const superuserUrl = withDatabase(url, name);
      const { appUrl } = await prepareDatabase({
        url: superuserUrl,
        appPassword,
        instance: { mode: 'demo', market: 'simulated', marketSeed: 'sim' },
      });
      return { appUrl, superuserUrl };
    },
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
