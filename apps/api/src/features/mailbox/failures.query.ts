import type { AdminMail, MailCause } from '@clearbook/contracts/mail';
import type { Pool } from 'pg';

/** How long permanently failed mails are counted and can be retried. */
export const FAILURES_KEPT_MS = 30 * 86_400_000;

type Row = {
  cause: MailCause | null;
  waiting: number;
  failed: number;
  can_retry: number;
  since: Date | null;
  last_at: Date | null;
};

/** The state of the outbox: one row per cause, and one for mails that wait without having failed. Uses the indexes of unsent mail. */
export async function readFailures(pool: Pool, now: Date): Promise<AdminMail> {
  const { rows } = await pool.query<Row>(
    `select w.cause, count(*) filter (where w.waiting)::int as waiting, count(*) filter (where not w.waiting)::int as failed,
       count(*) filter (where w.may_retry)::int as can_retry, min(w.created_at) filter (where w.waiting) as since, max(w.failed_at) as last_at
     from (select cause, true as waiting, false as may_retry, created_at, failed_at from app.mail_outbox where state = 'waiting'
           union all
           select cause, false, may_retry, created_at, failed_at from app.mail_outbox where state = 'failed' and failed_at >= $1) w
     group by w.cause order by max(w.failed_at) desc nulls last`,
    [new Date(now.getTime() - FAILURES_KEPT_MS)],
  );
  const sinces = rows.flatMap(({ since }) => since?.getTime() ?? []);
  return {
    waiting: sum(rows.map(({ waiting }) => waiting)),
    waiting_since: sinces.length === 0 ? null : new Date(Math.min(...sinces)).toISOString(),
    failed: sum(rows.map(({ failed }) => failed)),
    can_retry: sum(rows.map(({ can_retry }) => can_retry)),
    causes: rows.flatMap(({ cause, waiting, failed, last_at }) =>
      cause === null || last_at === null ? [] : { cause, waiting, failed, last_at: last_at.toISOString() },
    ),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
