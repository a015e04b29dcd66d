import type { Pool } from 'pg';
import { FAILURES_KEPT_MS } from './failures.query.ts';

/** Forgets what an old failed mail said. Safe in every process at any time. */
export async function sweepFailures(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    "update app.mail_outbox set may_retry = false, values = '{}' where state = 'failed' and may_retry and failed_at < $1",
    [new Date(now.getTime() - FAILURES_KEPT_MS)],
  );
}
