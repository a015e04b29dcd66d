import type { Pool } from 'pg';

/** For how long it is kept that a mail was sent. */
export const SENT_KEPT_DAYS = 730;
const DAY_MS = 86_400_000;
const SWEEP_ROWS = 5_000;

export const OLD_SENT =
  "delete from app.mail_outbox where id in (select id from app.mail_outbox where state = 'sent' and sent_at < $1 order by sent_at limit $2)";

/** Deletes what has been kept long enough, a part at a time. Safe in every process at any time. */
export async function sweepSent(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SENT_KEPT_DAYS * DAY_MS);
  for (;;) {
    const { rowCount } = await pool.query(OLD_SENT, [before, SWEEP_ROWS]);
    if ((rowCount ?? 0) < SWEEP_ROWS) return;
  }
}
