import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { closeTrades, openTrades, type Phase } from './orders.ts';
import { type CpuProfile, type Section, sectionsOf } from './sections.ts';
import { startSide, type Version } from './side.ts';
import { watchWaits, type Wait } from './waits.ts';

const KEPT_STATEMENTS = 14;

type Statement = {
  readonly text: string;
  /** Whether the server sent it; the others are inside of functions, and their time is part of their caller's. */
  readonly sent: boolean;
  /** Time between beginning and end, waiting included, for each order. */
  readonly usAnOrder: number;
  readonly callsAnOrder: number;
};

export type PhaseProfile = {
  readonly sections: readonly Section[];
  readonly statements: readonly Statement[];
  readonly waits: readonly Wait[];
  readonly walRecords: number;
  readonly walBytes: number;
};

export type Profile = { readonly opening: PhaseProfile; readonly closing: PhaseProfile };

/** Where the time of an order goes: measured by itself, because looking costs some of it. */
export async function profile(version: Version, seconds: number, say: (text: string) => void): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-bench-profile-'));
  const side = await startSide({
    ...version,
    name: 'profile',
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
    nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    say,
  });
  const client = new pg.Client({ connectionString: side.cluster.superuserUrl });
  let looked: { opening: Looked; closing: Looked };
  try {
    await client.connect();
    await client.query('create extension pg_stat_statements');
    await openTrades(side, 2);
    await closeTrades(side, 2);
    looked = {
      opening: await look(client, () => openTrades(side, seconds)),
      closing: await look(client, () => closeTrades(side, seconds)),
    };
  } finally {
    await client.end();
    await side.stop();
  }
  const cpu = profileOfServer(folder);
  rmSync(folder, { recursive: true, force: true });
  const finish = ({ fromUs, toUs, phase, ...database }: Looked): PhaseProfile => ({
    ...database,
    sections: sectionsOf(cpu, fromUs, toUs, phase.apiUs),
  });
  return { opening: finish(looked.opening), closing: finish(looked.closing) };
}

type Looked = Omit<PhaseProfile, 'sections'> & {
  readonly phase: Phase;
  readonly fromUs: number;
  readonly toUs: number;
};

async function look(client: pg.Client, run: () => Promise<Phase>): Promise<Looked> {
  await client.query('select pg_stat_statements_reset()');
  const waits = watchWaits(client);
  const fromUs = monotonicUs();
  const phase = await run();
  const toUs = monotonicUs();
  const seen = await waits.stop();
  const { rows } = await client.query<{ text: string; sent: boolean; ms: number; calls: number }>(
    `select query as text, toplevel as sent, sum(total_exec_time)::float8 as ms, sum(calls)::float8 as calls from pg_stat_statements
     where query !~ 'pg_stat_' group by 1, 2 order by 3 desc limit ${KEPT_STATEMENTS}`,
  );
  // A statement inside of a function is counted again in the one that called it.
  const { rows: wal } = await client.query<{ records: number; bytes: number }>(
    'select sum(wal_records)::float8 as records, sum(wal_bytes)::float8 as bytes from pg_stat_statements where toplevel',
  );
  const [written] = wal;
  if (!written) throw new Error('no statements were counted');
  return {
    phase,
    fromUs,
    toUs,
    waits: seen,
    walRecords: written.records / phase.done,
    walBytes: written.bytes / phase.done,
    statements: rows.map(({ text, sent, ms, calls }) => ({
      text: text.replaceAll(/\s+/g, ' ').trim(),
      sent,
      usAnOrder: (ms * 1000) / phase.done,
      callsAnOrder: calls / phase.done,
    })),
  };
}

/** The clock that V8's samples are counted by. */
function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The largest of the files: a server starts short helpers, which inherit its arguments. */
function profileOfServer(folder: string): CpuProfile {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const [largest] = files.toSorted((a, b) => b.length - a.length);
  if (largest === undefined) throw new Error('the server left no profile');
  return JSON.parse(largest) as CpuProfile;
}
