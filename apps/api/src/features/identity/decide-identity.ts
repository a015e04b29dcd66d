import { messages } from '@clearbook/contracts/messages';
import { decideDocuments, SIDES, type IdentityDecision, type SaidDates, type Side } from '@clearbook/domain/identity';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { documentStates } from './identity.query.ts';
import { checkedDates, factsOf, keepDates } from './record-dates.ts';

export type StaffDecision = { readonly submission: string | null } & (
  | (Extract<IdentityDecision, { decision: 'approve' }> & { readonly dates: SaidDates | null })
  | (Extract<IdentityDecision, { decision: 'reject' }> & { readonly reason: string })
);

/**
 * Accepts or declines what a client sent, once per submission. Declining a new document leaves the approval before it as it was. Approving
 * without dates records none. The client, the audit log and every open page learn of it in the same commit.
 * @throws Problem 404 without a verification, 409 if it has been decided or the client has sent something newer, 422 for a date out of its range
 */
export async function decideIdentity(
  pool: Pool,
  staffId: string,
  clientId: string,
  decision: StaffDecision,
  now: Date,
): Promise<void> {
  const approved = decision.decision === 'approve';
  const said = approved ? decision.dates : null;
  const dates = said && checkedDates(said, now, { approving: true });
  await transaction(pool, async (client) => {
    await client.query('select from app.user where id = $1 for no key update', [clientId]);
    const { rows } = await client.query<{ state: string; submission: string }>(
      'select state, submission from app.verification where user_id = $1',
      [clientId],
    );
    const [verification] = rows;
    if (!verification) throw new Problem(404, 'identity.not_found', messages.identity.notFound);
    if (clientId === staffId) throw new Problem(409, 'decision.own_account', messages.admin.ownAccount);
    if (verification.state !== 'pending')
      throw new Problem(409, 'decision.already_taken', messages.admin.alreadyDecided);
    if (
      decision.submission === null
        ? await wasReplaced(client, clientId)
        : decision.submission !== verification.submission
    )
      throw new Problem(409, 'identity.sent_again', messages.identity.sentAgain);

    const after = decideDocuments(await documentStates(client, clientId), decision);
    for (const side of SIDES) await settle(side, after[side] === 'declined');
    await client.query(
      'update app.verification set state = $2, decided_at = $3, decided_by = $4, stands = stands and not $5 where user_id = $1',
      [clientId, approved ? 'approved' : 'declined', now, staffId, approved],
    );
    if (approved) {
      await client.query('update app.user set is_verified = true where id = $1', [clientId]);
      await keepDates(client, { staffId, clientId, now }, dates, { approved: true });
    }
    await client.query(
      "select ledger.record_audit($1::uuid, $2, 'verification', $3::text, $3::text::uuid, $4::jsonb, $5::timestamptz)",
      [
        staffId,
        approved ? 'verification.approve' : 'verification.decline',
        clientId,
        { submission: verification.submission, front: after.front, back: after.back, ...(dates && factsOf(dates)) },
        now,
      ],
    );
    await enqueueMail(
      client,
      decision.decision === 'approve'
        ? { userId: clientId, template: 'identity-approved' }
        : { userId: clientId, template: 'identity-declined', values: { reason: decision.reason } },
      now,
    );
    const about = { e: approved ? 'identity_approved' : 'identity_declined', s: clientId };
    await invalidate(client, [
      { c: clientId, t: ['identity', 'me', 'mailbox', 'deposits'], a: false, ...about },
      { c: null, t: ['identity', 'users'], a: true, ...about },
    ]);

    async function settle(side: Side, declined: boolean): Promise<void> {
      await client.query(
        'update app.verification_document set state = $3, reason = $4 where user_id = $1 and side = $2 and replaced_at is null',
        [
          clientId,
          side,
          declined ? 'declined' : 'approved',
          declined && decision.decision === 'reject' ? decision.reason : null,
        ],
      );
    }
  });
}

/** Whether pictures were replaced before a decision: then the decision has to name the ones it is about. */
async function wasReplaced(client: PoolClient, clientId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from app.verification_document where user_id = $1 and replaced_at is not null and state = 'pending' limit 1",
    [clientId],
  );
  return rowCount !== 0;
}
