import type { Context, Decision } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { DOCUMENTS_OF, VERIFICATION_DOCUMENTS, VERIFICATIONS } from './model.ts';
import { refuse } from './refusals.ts';

/** Takes an approval back: it was a mistake, or something came to light. The client reads why and can send new documents. */
export type DeclineVerification = {
  readonly kind: 'decline_verification';
  readonly staffId: string;
  readonly clientId: string;
  /** The documents that were approved, or those that were declined after them. It doesn't affect newer ones. */
  readonly submission: string;
  readonly reason: string;
};

/** What deciding it reads. */
export function verificationOf(clientId: string): Read[] {
  return [rows(VERIFICATIONS, clientId), rows(DOCUMENTS_OF, clientId)];
}

export function decideDeclineVerification(state: State, command: DeclineVerification, { now }: Context): Decision {
  const { clientId, staffId, submission, reason } = command;
  if (clientId === staffId) return refuse('decision.own_account');
  const verification = state.of(VERIFICATIONS).get(clientId);
  if (
    verification === undefined ||
    verification.submission !== submission ||
    (verification.state !== 'approved' && !(verification.state === 'declined' && verification.stands))
  )
    return refuse('identity.not_approved');
  const documents = [...state.of(VERIFICATION_DOCUMENTS).values()].filter(
    ({ userId, replacedAt }) => userId === clientId && replacedAt === null,
  );
  return {
    outcome: { ok: true, result: { id: clientId } },
    rows: [
      changed(VERIFICATIONS, verification, {
        ...verification,
        state: 'declined',
        decidedAt: now,
        decidedBy: staffId,
        stands: false,
      }),
      ...documents.map((one) => changed(VERIFICATION_DOCUMENTS, one, { ...one, state: 'declined', reason })),
    ],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: 'verification.decline',
        subjectType: 'verification',
        subjectId: clientId,
        clientId,
        facts: { submission, front: 'declined', back: 'declined', before: 'approved' },
      },
    ],
    notifications: [{ userId: clientId, template: 'identity-declined', values: { reason } }],
    invalidates: [
      {
        clientId,
        topics: ['identity', 'me', 'mailbox', 'users', 'deposits'],
        event: 'identity_declined',
        subjectId: clientId,
        staff: true,
      },
    ],
  };
}
