import { type Context, type Decision, refuse } from '../ledger/decision.ts';
import type { Proposal, State } from '../ledger/state.ts';
import { type Act, decideAct } from './act.ts';
import { aloneOn, clientOf } from './about.ts';
import { PROPOSAL_LIFE_MS } from './life.ts';
import { proposalMade, proposalNotice } from './rows.ts';
import type { Member } from './staff.ts';

export type Propose = {
  readonly kind: 'propose';
  readonly staffId: string;
  readonly proposalId: string;
  readonly act: Act;
  readonly reason: string;
  /** For a member of staff to be added: the address, and who has it. */
  readonly email?: string;
  readonly member?: Member | null;
};

/** Writes down what another person has to decide. It is refused for whatever would refuse the act now; nothing of the act happens. */
export function decidePropose(state: State, command: Propose, context: Context): Decision {
  const { proposalId, staffId, act, reason, email } = command;
  if (clientOf(act) === staffId) return refuse('decision.own_account');
  const alone = aloneOn(act);
  if (alone !== null && waitsOn(state, alone, context.now)) return refuse('proposal.already_waiting');
  const tried = decideAct(state, act, command, context);
  if (!tried.outcome.ok) return { outcome: tried.outcome };
  const made: Proposal = {
    id: proposalId,
    act,
    proposedBy: staffId,
    lapsesAt: new Date(context.now.getTime() + PROPOSAL_LIFE_MS),
    status: 'waiting',
    reason,
    email: email ?? null,
    member: command.member ?? null,
  };
  return {
    outcome: { ok: true, result: { id: proposalId, proposal: proposalId } },
    changes: proposalMade(made),
    notices: [proposalNotice(made, staffId)],
  };
}

function waitsOn(state: State, subjectId: string, now: Date): boolean {
  return [...state.proposals.values()].some(
    ({ act, status, lapsesAt }) => aloneOn(act) === subjectId && status === 'waiting' && lapsesAt > now,
  );
}
