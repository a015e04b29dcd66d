import pg from 'pg';
import { v7 as newId } from 'uuid';
import { recentWalk, type Step, wholeWalk } from '../../apps/api/src/features/integrity/index.ts';
import { createSequencer, LogKeys } from '../../apps/api/src/features/transparency/index.ts';
import { appendStep } from '../../apps/api/src/features/transparency/sequencer.ts';
import { createPool } from '../../apps/api/src/platform/database/pool.ts';
import { prepareDatabase } from '../../apps/api/src/platform/database/prepare.ts';
import { createSeal } from '../../apps/api/src/platform/seal.ts';
import { cpuOfFamily } from '../../bench/cpu.ts';
import { type BenchCluster, startBenchCluster } from '../../bench/cluster.ts';
import { scaleBooks } from '../scale-books.ts';
import type { Result } from './row.ts';

export const title =
  'The integrity job finds nothing in books of a day, and looks through everything within a day at 10,000,000 leaves and at an hour of 100,000 within a minute, by its processor time at two smaller sizes';
export const seconds = 240;
export const alone = true;

const USERS = [1_500, 6_000] as const;
const TEN_MILLION = 10_000_000;
const AN_HOUR_OF = 100_000;
/** It works half of the time, on one processor. */
const DAY_SECONDS = 86_400 / 2;
const MINUTE_SECONDS = 60;
const log = { warn: (...said: unknown[]) => console.error(...said) };

export async function run(): Promise<Result> {
  const cluster = await startBenchCluster();
  try {
    return await measure(cluster);
  } finally {
    await cluster.stop();
  }
}

type Measured = { readonly leaves: number; readonly whole: number; readonly recent: number; readonly slowest: string };

async function measure(cluster: BenchCluster): Promise<Result> {
  const { appUrl } = await prepareDatabase({
    url: cluster.superuserUrl,
    appPassword: 'a-password-of-the-bench',
    instance: { mode: 'demo', market: 'simulated', marketSeed: 'bench' },
  });
  const pool = createPool(appUrl);
  const owner = new pg.Client({ connectionString: cluster.superuserUrl });
  await owner.connect();
  const found: string[] = [];
  try {
    const measured: Measured[] = [];
    let users = 0;
    for (const upto of USERS) {
      await fill(owner, pool, upto - users);
      users = upto;
      measured.push(await walk(cluster, pool, found));
    }
    const [small, large] = measured as [Measured, Measured];
    // What every further leaf costs, from the difference of both: what does not grow is in both.
    const a = (large.whole - small.whole) / (large.leaves - small.leaves);
    const tenMillion = large.whole + a * (TEN_MILLION - large.leaves);
    const anHour = (large.recent / large.leaves) * AN_HOUR_OF;
    return {
      ok: found.length === 0 && tenMillion <= DAY_SECONDS && anHour <= MINUTE_SECONDS,
      figures: [
        ...measured.map(
          ({ leaves, whole, recent, slowest }) =>
            `${leaves.toLocaleString('en')} leaves: all of it ${whole.toFixed(1)} s of processor time (${slowest}), as if all were of the last hour ${recent.toFixed(1)} s`,
        ),
        `so 10,000,000 take ${(tenMillion / 60).toFixed(0)} min (≤ ${DAY_SECONDS / 60}), and an hour of ${AN_HOUR_OF.toLocaleString('en')} takes ${anHour.toFixed(1)} s (≤ ${MINUTE_SECONDS})`,
        `${found.length} found${found[0] === undefined ? '' : `, first: ${found[0]}`}`,
      ].join('; '),
    };
  } finally {
    await owner.end();
    await pool.end();
  }
}

async function fill(owner: pg.Client, pool: pg.Pool, users: number): Promise<void> {
  const staffId = newId();
  await owner.query('select ledger.open_staff($1)', [staffId]);
  await scaleBooks(owner, {
    users,
    now: new Date(),
    staffId,
    proofFile: newId(),
    closedOfTen: 10,
  });
  while ((await appendStep(pool)) > 0);
  const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: 'books.example/log' });
  const now = new Date();
  await createSequencer({ pool, log, signers: () => keys.signers(now) }).run(now);
  await owner.query('vacuum analyze');
}

async function walk(cluster: BenchCluster, pool: pg.Pool, found: string[]): Promise<Measured> {
  const { rows } = await pool.query<{ leaves: string }>('select size as leaves from ledger.log_tree');
  const costs: { name: string; seconds: number }[] = [];
  for (const step of await wholeWalk(pool)) {
    const began = used(cluster);
    for (let from: number | undefined = 0; from !== undefined;) {
      const done: Awaited<ReturnType<Step['run']>> = await step.run(from);
      found.push(...done.findings.map(({ relation, key, fault }) => `${relation} ${key} ${fault}`));
      from = done.next;
    }
    costs.push({ name: step.name, seconds: used(cluster) - began });
  }
  const began = used(cluster);
  found.push(...(await recentWalk(pool, new Date(0))).map(({ relation, key }) => `${relation} ${key}`));
  const slowest = costs
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 3)
    .map(({ name, seconds: each }) => `${name} ${each.toFixed(1)}`)
    .join(', ');
  return {
    leaves: Number(rows[0]!.leaves),
    whole: costs.reduce((sum, each) => sum + each.seconds, 0),
    recent: used(cluster) - began,
    slowest,
  };
}

/** Seconds of processor time of this process and of PostgreSQL with all of its own. */
function used(cluster: BenchCluster): number {
  const own = process.cpuUsage();
  return (cpuOfFamily(cluster.pid) + own.user + own.system) / 1_000_000;
}
