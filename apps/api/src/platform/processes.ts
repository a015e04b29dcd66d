import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Clock } from './clock.ts';
import { freeBytes } from './fitness.ts';
import { newId } from './ids.ts';
import type { Job, JobRun } from './jobs.ts';

/** How often each process writes that it lives. */
const HEARTBEAT_MS = 15_000;
/** A process that has written nothing for so long is gone. */
export const ALIVE_MS = 60_000;
/** How long one that is gone is still listed. */
const LISTED_MS = 3_600_000;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

type Deps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly jobs: () => readonly JobRun[];
  /** Where this process keeps its files. */
  readonly dataDir: string;
};

/** Writes this process's own row, and forgets those that have been gone for an hour. */
export function createHeartbeat({ pool, clock, jobs, dataDir }: Deps): Job {
  const [id, startedAt] = [newId(), clock.now()];
  const beat = async (now: Date): Promise<void> => {
    const free = await freeBytes(dataDir).catch(() => null);
    await pool.query(
      `insert into app.process as p (id, host, pid, version, runtime, started_at, seen_at, free_bytes, jobs) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (id) do update set seen_at = excluded.seen_at, free_bytes = excluded.free_bytes, jobs = excluded.jobs`,
      [
        id,
        hostname().slice(0, 200),
        process.pid,
        version,
        `Node ${process.versions.node}`,
        startedAt,
        now,
        free,
        JSON.stringify(jobs()),
      ],
    );
    await pool.query('delete from app.process where seen_at < $1', [new Date(now.getTime() - LISTED_MS)]);
  };
  return { name: 'say that this process lives', everyMs: HEARTBEAT_MS, run: beat };
}
