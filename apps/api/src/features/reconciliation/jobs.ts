import type { Pool } from 'pg';
import type { Job } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import { matchAll } from './matching.ts';
import { writeReports } from './report-folder.ts';

/** What goes on by itself: lines find what is approved after them, and the reports of a closed day are written where the operator named a folder. */
export function reconciliationJobs(deps: {
  readonly pool: Pool;
  readonly folder: string | undefined;
  readonly log: Pick<Logger, 'info'>;
}): Job[] {
  const { pool, folder, log } = deps;
  return [
    { name: 'match statements', everyMs: 60_000, run: (now) => matchAll(pool, now) },
    ...(folder === undefined
      ? []
      : [{ name: 'write reports', everyMs: 30_000, run: () => writeReports({ pool, folder, log }) }]),
  ];
}
