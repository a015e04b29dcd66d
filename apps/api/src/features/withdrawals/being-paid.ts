import { messages } from '@clearbook/contracts/messages';
import { CLAIM_MS } from '@clearbook/contracts/queues';
import { minuteRoundedUp } from '@clearbook/domain/periods';
import { PROPOSAL_LIFE_MS } from '@clearbook/domain/proposals';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';

type Asked = { withdrawalId: string; now: Date; by: 'client' | 'staff' };

/**
 * Staff send a payout before they approve it: until then it must not be taken back, or it would be paid twice. A proposal that names a
 * payment says that it was sent, to its client and to whoever would reject it; an item of the queue that somebody has taken may have been,
 * which keeps its client alone from cancelling it. Neither lasts for more than the life of one proposal in all, however often it is proposed or
 * taken again: nobody can keep a client's money that way.
 * @throws Problem 409 `withdrawal.being_paid`
 */
export async function refuseWhilePaid(pool: Pool, { withdrawalId, now, by }: Asked): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await pool.query<{ sent: boolean; taken_at: Date | null }>(
    `select coalesce(p.first_at > $4 and p.sent, false) as sent,
       (select c.at from app.queue_claim c where c.queue = 'withdrawals' and c.subject_id = w.id and c.at > $3 and w.requested_at > $4) as taken_at
     from ledger.withdrawal w cross join lateral (
       select min(p.proposed_at) as first_at, bool_or(p.status = 'waiting' and p.lapses_at > $2 and p.command ->> 'payoutReference' is not null) as sent
       from ledger.proposal p where p.subject_id = w.id and p.kind = 'approve_payout') p
     where w.id = $1 and w.status = 'pending'`,
    [withdrawalId, now, before(CLAIM_MS), before(PROPOSAL_LIFE_MS)],
  );
  const [waiting] = rows;
  if (waiting === undefined) return;
  const { beingPaid } = messages.withdrawal;
  if (waiting.sent) throw refused(by === 'staff' ? beingPaid.declineFirst : beingPaid.sent);
  if (by === 'client' && waiting.taken_at !== null)
    throw refused(
      beingPaid.taken(minuteRoundedUp(new Date(waiting.taken_at.getTime() + CLAIM_MS)).slice(-'07:05'.length)),
    );
}

const refused = (detail: string): Problem => new Problem(409, 'withdrawal.being_paid', detail);
