import type { AnyDecision, Context, Decision, Fields } from '../../kernel/decision.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { type ProposedCommand, declared, type Doing } from './proposed-command.ts';
import { type Proposal, PROPOSALS } from './model.ts';
import { refuseOvertaken } from './propose.ts';
import { refuse } from './refusals.ts';
import { proposalInvalidation } from './rows.ts';

export type DecideProposal = {
  readonly kind: 'decide_proposal';
  readonly staffId: string;
  readonly proposalId: string;
  /** What was proposed, as it is stored: it never changes, and names the rows that deciding it touches. */
  readonly command: ProposedCommand;
  readonly decision: 'approve' | 'decline';
  /** Why it is declined. */
  readonly reason: string | null;
  /** The one-time link of a new member of staff. */
  readonly link?: { readonly token: string; readonly hash: string };
};

/**
 * Another person decides, once. Approving also carries out what was proposed, in the same command: both happen or neither. If the rules
 * refuse it by now, the proposal ends as refused, with that sentence, and no money moves.
 */
export function decideProposal(
  state: State,
  deciding: DecideProposal,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const proposal = state.of(PROPOSALS).get(deciding.proposalId);
  if (proposal === undefined) return refuse('proposal.not_found');
  const { command } = proposal;
  const concerned = proposal.clientId ?? proposal.subjectId;
  if (deciding.staffId === proposal.proposedBy || deciding.staffId === concerned) return refuse('proposal.own');
  if (proposal.status !== 'waiting') return refuse('decision.already_taken');
  if (proposal.lapsesAt <= context.now) return refuse('proposal.lapsed');
  if (deciding.decision === 'decline') return ended(proposal, deciding, 'declined', context);
  // Whoever was removed, or lost the role, is not the first of two people any more.
  if (!proposal.proposerMay)
    return ended(proposal, deciding, 'refused', context, refuse('proposal.proposer_may_not').outcome.refusal);

  const { staffId, link } = deciding;
  const { reason, member, email } = proposal;
  const { id, proposedBy } = proposal;
  const doing: Doing = {
    staffId,
    reason,
    member,
    proposal: { id, proposedBy },
    ...(email !== null && { email }),
    ...(link && { link }),
  };
  const overtaken = refuseOvertaken(state, command);
  if (overtaken) return ended(proposal, deciding, 'refused', context, overtaken.outcome.refusal);
  const done = declared(command).handle(state, command, doing, context);
  if (!done.outcome.ok) return ended(proposal, deciding, 'refused', context, done.outcome.refusal);
  const end = ended(proposal, deciding, 'approved', context);
  return {
    ...done,
    outcome: end.outcome,
    rows: [...(done.rows ?? []), ...(end.rows ?? [])],
    records: [
      ...(done.records ?? []).map((change) =>
        change.kind === 'audit' ? { ...change, facts: { ...change.facts, proposal: proposal.id } } : change,
      ),
      ...(end.records ?? []),
    ],
    invalidates: [...(done.invalidates ?? []), ...(end.invalidates ?? [])],
  };
}

/** What only the database refuses ends as refused too, with its sentence: waiting on, it would be refused each time, and keep anything else about its subject from being proposed. */
export function endRefused(
  state: State,
  deciding: DecideProposal,
  decided: AnyDecision,
  refusal: Refusal,
  context: Context,
): AnyDecision {
  const proposal = state.of(PROPOSALS).get(deciding.proposalId);
  const approved = decided.outcome.ok && decided.outcome.result['status'] === 'approved';
  return proposal !== undefined && approved ? ended(proposal, deciding, 'refused', context, refusal) : decided;
}

function ended(
  proposal: Proposal,
  { staffId, reason }: DecideProposal,
  status: 'approved' | 'declined' | 'refused',
  { now }: Context,
  refusal: Refusal | null = null,
): Decision<Fields<'id' | 'status'>> {
  const { id, kind, clientId, proposedBy } = proposal;
  const after: Proposal = { ...proposal, status, decidedBy: staffId, decidedAt: now, refusal };
  return {
    outcome: { ok: true, result: { id, status } },
    rows: [changed(PROPOSALS, proposal, after)],
    records: [
      ...(reason === null
        ? []
        : [
            {
              kind: 'note' as const,
              subjectId: id,
              note: 'answer' as const,
              clientId: clientId ?? proposedBy,
              body: { text: reason },
            },
          ]),
      {
        kind: 'audit',
        actorId: staffId,
        action: `proposal.${VERBS[status]}`,
        subjectType: 'proposal',
        subjectId: id,
        clientId,
        facts: { act: kind, ...(refusal && { refusal: refusal.code }) },
      },
    ],
    invalidates: [proposalInvalidation(proposal, staffId)],
  };
}

const VERBS = { approved: 'approve', declined: 'decline', refused: 'refuse' } as const;
