import type { AnyDecision, Change, Context, Notice, Proposing } from '../../kernel/decision.ts';
import { centsToDecimal } from '../../money/index.ts';
import { amountOf, clientOf } from './about.ts';
import { type Act, declared } from './act.ts';
import { PROPOSAL_LIFE_MS } from './life.ts';
import type { Proposal } from './model.ts';

/** A new proposal, which lapses by itself. */
export function newProposal(
  { id, act, proposedBy, reason }: Omit<Proposing, 'act'> & { readonly act: Act },
  { now }: Context,
): Proposal {
  const lapsesAt = new Date(now.getTime() + PROPOSAL_LIFE_MS);
  return { id, act, proposedBy, lapsesAt, status: 'waiting', reason, email: null, member: null };
}

/** Writes down with a decision what of it needs a second person. */
export function withProposal(decision: AnyDecision, context: Context): AnyDecision {
  const { proposes, ...rest } = decision;
  if (proposes === undefined) return decision;
  const made = newProposal({ ...proposes, act: proposes.act as Act }, context);
  return {
    ...rest,
    changes: [...(rest.changes ?? []), ...proposalMade(made)],
    notices: [...(rest.notices ?? []), proposalNotice(made, made.proposedBy)],
  };
}

/** The rows of a new proposal: itself, its reason, and its line in the log of staff. */
export function proposalMade(made: Proposal): Change[] {
  const { id, act, proposedBy, reason, email } = made;
  const clientId = clientOf(act);
  const amount = amountOf(act);
  const { told } = declared(act);
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
    ...(told === undefined ? [] : [told(act, 'proposed', { staffId: proposedBy })]),
  ];
}

/** To the open pages of staff alone: clients are told of what happens, never of what was only proposed. */
export function proposalNotice({ id, act }: Proposal, staffId: string): Notice {
  return {
    clientId: staffId,
    topics: ['proposals', ...declared(act).topics],
    event: 'proposal',
    subjectId: id,
    staff: true,
  };
}
