import type { AnyDecision, Context, Invalidation, Proposing } from '../../kernel/decision.ts';
import { created } from '../../kernel/table.ts';
import { centsToDecimal } from '../../money/index.ts';
import { amountOf, clientOf, subjectOf } from './about.ts';
import { type ProposedCommand, declared } from './proposed-command.ts';
import { PROPOSAL_LIFE_MS } from './life.ts';
import { type Proposal, PROPOSALS } from './model.ts';

/** A new proposal, which lapses by itself. */
export function newProposal(
  { id, command, proposedBy, reason }: Omit<Proposing, 'command'> & { readonly command: ProposedCommand },
  { now }: Context,
): Proposal {
  const lapsesAt = new Date(now.getTime() + PROPOSAL_LIFE_MS);
  return {
    id,
    kind: command.kind,
    clientId: clientOf(command),
    subjectId: subjectOf(command),
    amount: amountOf(command),
    command,
    proposedBy,
    proposedAt: now,
    lapsesAt,
    status: 'waiting',
    decidedBy: null,
    decidedAt: null,
    refusal: null,
    reason,
    email: null,
    member: null,
    proposerMay: true,
  };
}

/** Adds a proposal to a decision for the part that needs a second person. */
export function withProposal(decision: AnyDecision, context: Context): AnyDecision {
  const { proposes, ...rest } = decision;
  if (proposes === undefined) return decision;
  const made = newProposal({ ...proposes, command: proposes.command as ProposedCommand }, context);
  const { rows, records } = proposalMade(made);
  return {
    ...rest,
    rows: [...(rest.rows ?? []), ...rows],
    records: [...(rest.records ?? []), ...records],
    invalidates: [...(rest.invalidates ?? []), proposalInvalidation(made, made.proposedBy)],
  };
}

/** The rows of a new proposal: itself, its reason, and its line in the log of staff. */
export function proposalMade(made: Proposal): Required<Pick<AnyDecision, 'rows' | 'records'>> {
  const { id, kind, clientId, amount, proposedBy, reason, email } = made;
  const records = [
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
      kind: 'audit' as const,
      actorId: proposedBy,
      action: 'proposal.make',
      subjectType: 'proposal',
      subjectId: id,
      clientId,
      facts: { act: kind, ...(amount !== null && { amount: centsToDecimal(amount) }) },
    },
  ];
  return { rows: [created(PROPOSALS, made)], records };
}

/** Concerns only the open pages of staff. Clients hear of what happens, never of a mere proposal. */
export function proposalInvalidation({ id, command }: Proposal, staffId: string): Invalidation {
  return {
    clientId: staffId,
    topics: ['proposals', ...declared(command).topics],
    event: 'proposal',
    subjectId: id,
    staff: true,
  };
}
