import type { Pool } from 'pg';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';

/** How many mails one press retries at most, the oldest first. */
export const RETRY_MAX = 1_000;

/** Puts permanently failed mails that were never retried back into the queue. @returns how many */
export async function retryFailed(pool: Pool, staffId: string, now: Date): Promise<number> {
  return transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update app.mail_outbox m set state = 'waiting', attempts = 0, next_at = $1, may_retry = false, retried_at = $1
       from (select id from app.mail_outbox where state = 'failed' and may_retry order by failed_at, id limit $2 for update skip locked) due
       where m.id = due.id`,
      [now, RETRY_MAX],
    );
    const retried = rowCount ?? 0;
    if (retried === 0) return 0;
    await client.query("select ledger.record_audit($1, 'mail.retry', 'mail', 'outbox', null, $2, $3)", [
      staffId,
      { mails: String(retried) },
      now,
    ]);
    await invalidate(client, [{ c: null, t: ['mail'], e: 'mail_retried', s: null, a: true }], ['mail']);
    return retried;
  });
}
