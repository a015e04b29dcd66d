import type { ProcessState, System } from '@clearbook/contracts/overview';
import type { Pool } from 'pg';
import type { JobRun } from '../../platform/jobs.ts';
import { ALIVE_MS } from '../../platform/processes.ts';

type Row = {
  host: string;
  pid: number;
  version: string;
  runtime: string;
  started_at: Date;
  seen_at: Date;
  free_bytes: string | null;
  jobs: JobRun[];
};
type Database = { database_version: string; migration: number; database_bytes: string };

/** OV6: processes with their jobs, versions, and how much space there is. */
export async function readSystem(pool: Pick<Pool, 'query'>, now: Date): Promise<System> {
  const [processes, databases] = await Promise.all([
    pool.query<Row>(
      'select host, pid, version, runtime, started_at, seen_at, free_bytes, jobs from app.process order by started_at, id',
    ),
    pool.query<Database>(
      `select current_setting('server_version') as database_version, (select max(version)::int from public.schemaversion) as migration,
         pg_database_size(current_database())::text as database_bytes`,
    ),
  ]);
  const [database] = databases.rows;
  if (database === undefined) throw new Error('the database says nothing of itself');
  return {
    as_of: now.toISOString(),
    database_version: database.database_version,
    migration: database.migration,
    database_bytes: Number(database.database_bytes),
    processes: processes.rows.map((row) => stateOf(row, now)),
  };
}

function stateOf({ free_bytes, jobs, ...row }: Row, now: Date): ProcessState {
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    alive: now.getTime() - row.seen_at.getTime() < ALIVE_MS,
    free_bytes: free_bytes === null ? null : Number(free_bytes),
    jobs: jobs.map(({ name, doneAt, failedAt, failures }) => ({
      name,
      done_at: doneAt,
      failed_at: failedAt,
      failures,
    })),
  };
}
