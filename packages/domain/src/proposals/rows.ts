import type { Change, Notice } from '../ledger/decision.ts';
import type { Proposal } from '../ledger/state.ts';
import { centsToDecimal } from '../money/index.ts';
import { staffTold } from '../site/told.ts';
import { ACTS } from './act.ts';
import { amountOf, clientOf } from './about.ts';

/** The rows of a new proposal: itself, its reason, and its line in the log of staff. */
export function proposalMade(made: Proposal): Change[] {
  const { id, act, proposedBy, reason, email } = made;
  const clientId = clientOf(act);
  const amount = amountOf(act);
  return [
    { kind: 'proposal_made', after: made },
    // A payout and a hold need none.
    ...(reason === ''
      ? []
      : [
          {
            kind: 'note' as const,
            subjectId: id,
            note: 'reason' as const,
            // Text about staff belongs to whoever wrote it.
            clientId: clientId ?? proposedBy,
            body: { text: reason, ...(email !== null && { email }) },
          },
        ]),
    {
      kind: 'audit',
      actorId: proposedBy,
      action: 'proposal.make',
      subjectType: 'proposal',
      subjectId: id,
      clientId,
      facts: { act: act.kind, ...(amount !== null && { amount: centsToDecimal(amount) }) },
    },
    // Nobody finds out only once it is done.
    ...(act.kind === 'set_wallets' || act.kind === 'set_fees'
      ? [staffTold(act, 'proposed', { staffId: proposedBy })]
      : []),
  ];
}

/** To the open pages of staff alone: clients are told of what happens, never of what was only proposed. */
export function proposalNotice({ id, act }: Proposal, staffId: string): Notice {
  return {
    clientId: staffId,
    topics: ['proposals', ...ACTS[act.kind].topics],
    event: 'proposal',
    subjectId: id,
    staff: true,
  };
}
