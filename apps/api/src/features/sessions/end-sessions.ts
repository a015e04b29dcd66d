import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';

/**
 * Staff log a person out of every browser, say because a phone was stolen. The person is told when and why; nothing else of the account
 * changes, and they can sign in again right away. Where nobody is signed in nothing is done, written or told.
 * @returns how many sessions ended
 * @throws Problem 404 where there is no such person
 */
export async function endSessionsOf(
  pool: Pool,
  { staffId, userId, reason }: { staffId: string; userId: string; reason: string },
  now: Date,
): Promise<number> {
  return transaction(pool, async (client) => {
    const person = await client.query('select 1 from app.user where id = $1 for no key update', [userId]);
    if (person.rowCount !== 1) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
    const { rowCount } = await client.query('delete from app.session where user_id = $1', [userId]);
    const ended = rowCount ?? 0;
    if (ended === 0) return 0;
    const note = await keepReason(client, { whose: userId, reason, now });
    await client.query("select ledger.record_audit($1, 'user.end_sessions', 'user', $2::text, $2::uuid, $3, $4)", [
      staffId,
      userId,
      { sessions: String(ended), ...note },
      now,
    ]);
    await enqueueMail(client, { userId, template: 'sessions-ended', values: { time: minute(now), reason } }, now);
    await invalidate(client, [{ c: userId, t: ['sessions', 'mailbox'], e: 'sessions_ended', s: null, a: false }]);
    return ended;
  });
}
