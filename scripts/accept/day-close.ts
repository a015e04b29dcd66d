import pg from 'pg';
import { DEMO_DESK, ensureDemoPerson } from '../../apps/api/src/features/demo/index.ts';
import { createPool } from '../../apps/api/src/platform/database/pool.ts';
import { prepareDatabase } from '../../apps/api/src/platform/database/prepare.ts';
import { newId } from '../../apps/api/src/platform/ids.ts';
import { closeDay } from '../../apps/api/test/drills/day-close.ts';
import { type BenchCluster, startBenchCluster } from '../../bench/cluster.ts';
import { scaleBooks } from '../scale-books.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'A day on which 100,000 clients deposited, traded and withdrew is closed in at most 60 s: statements imported, differences named, and trial balance, client money and exposure equal a recount from the entries to the cent';
export const seconds = 420;
export const alone = true;

const CLIENTS = 100_000;
/** All trades are opened after 17:00 New York: the server has no night's charges to make up for when it starts. */
const SINCE_THE_NIGHT_MS = 100 * 60_000;

export async function run(): Promise<Result> {
  const cluster = await startBenchCluster();
  try {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await fill(cluster, day);
    return await onSite({ processes: 1, databaseUrl: cluster.superuserUrl }, (site) => closeDay(site, day));
  } finally {
    await cluster.stop();
  }
}

/** Before a server trades with today's date, after which nothing could be of the day before. */
async function fill(cluster: BenchCluster, day: string): Promise<void> {
  const now = new Date(`${day}T23:59:30.000Z`);
  const { appUrl } = await prepareDatabase({
    url: cluster.superuserUrl,
    appPassword: 'a-password-of-the-row',
    instance: { mode: 'demo', market: 'simulated', marketSeed: 'drill' },
  });
  const pool = createPool(appUrl);
  const owner = new pg.Client({ connectionString: cluster.superuserUrl });
  await owner.connect();
  try {
    const staffId = await ensureDemoPerson(pool, DEMO_DESK, now);
    if (staffId === undefined) throw new Error('there is nobody who could have decided');
    await scaleBooks(owner, {
      users: CLIENTS,
      now,
      staffId,
      proofFile: newId(),
      historyMs: SINCE_THE_NIGHT_MS,
    });
    // Three million records would all become leaves of the log in one go, as they do on no day.
    await owner.query('insert into ledger.log_position select book, number from ledger.head');
    await owner.query('delete from ledger.log_queue');
  } finally {
    await owner.end();
    await pool.end();
  }
}
