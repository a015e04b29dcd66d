import { messages } from '@clearbook/contracts/messages';
import { CLAIM_MS } from '@clearbook/contracts/queues';
import { BEING_PAID_MS } from '@clearbook/domain/funding';
import { minuteRoundedUp } from '@clearbook/domain/periods';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';

/**
 * Staff send a payout before they approve it. An item of the queue that somebody has taken may have been sent, which keeps its client alone from
 * cancelling it, for seven days at most. Where a proposal waits, the command itself looks at it, under the lock.
 * @throws Problem 409 `withdrawal.being_paid`
 */
export async function refuseWhileTaken(pool: Pool, withdrawalId: string, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await pool.query<{ at: Date }>(
    `select c.at from ledger.withdrawal w join app.queue_claim c on c.queue = 'withdrawals' and c.subject_id = w.id
     where w.id = $1 and w.status = 'pending' and c.at > $3 and w.requested_at > $4
       and not exists (select 1 from ledger.proposal p where p.subject_id = w.id and p.status = 'waiting' and p.lapses_at > $2)`,
    [withdrawalId, now, before(CLAIM_MS), before(BEING_PAID_MS)],
  );
  const [taken] = rows;
  if (taken === undefined) return;
  const until = minuteRoundedUp(new Date(taken.at.getTime() + CLAIM_MS)).slice(-'07:05'.length);
  throw new Problem(409, 'withdrawal.being_paid', messages.withdrawal.beingPaid.taken(until));
}
