import type { Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { VERIFICATIONS } from './model.ts';
import { refuse } from './refusals.ts';

/** Takes an approval back: it was a mistake, or something came to light. The client reads why and can send new documents. */
export type DeclineVerification = {
  readonly kind: 'decline_verification';
  readonly staffId: string;
  readonly clientId: string;
  /** The documents that were approved: of newer ones it says nothing. */
  readonly submission: string;
  readonly reason: string;
};

export function decideDeclineVerification(state: State, command: DeclineVerification): Decision {
  const { clientId, staffId, submission, reason } = command;
  if (clientId === staffId) return refuse('decision.own_account');
  const verification = state.of(VERIFICATIONS).get(clientId);
  if (verification === undefined || verification.submission !== submission || verification.state !== 'approved')
    return refuse('identity.not_approved');
  return {
    outcome: { ok: true, result: { id: clientId } },
    changes: [
      { kind: 'verification_declined', clientId, submission, reason, declinedBy: staffId },
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
    mails: [{ userId: clientId, template: 'identity-declined', values: { reason } }],
    notices: [
      {
        clientId,
        topics: ['identity', 'me', 'mailbox', 'users'],
        event: 'identity_declined',
        subjectId: clientId,
        staff: true,
      },
    ],
  };
}
