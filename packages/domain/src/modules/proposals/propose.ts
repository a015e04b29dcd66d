import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { aloneOn, clientOf, nameSetBy } from './about.ts';
import { type ProposedCommand, declared } from './proposed-command.ts';
import { type Proposal, PROPOSALS, SET_BY } from './model.ts';
import { refuse } from './refusals.ts';
import { newProposal, proposalMade, proposalInvalidation } from './rows.ts';
import type { Member } from './staff.ts';

export type Propose = {
  readonly kind: 'propose';
  readonly staffId: string;
  readonly proposalId: string;
  readonly command: ProposedCommand;
  readonly reason: string;
  /** For a member of staff to be added: the address, and who has it. */
  readonly email?: string;
  readonly member?: Member | null;
};

/** Records what another person has to decide. It's refused for whatever would refuse the command now; the command itself has no effect yet. */
export function decidePropose(state: State, proposing: Propose, context: Context): Decision<Fields<'id' | 'proposal'>> {
  const { proposalId, staffId, command, reason, email } = proposing;
  if (clientOf(command) === staffId) return refuse('decision.own_account');
  const alone = aloneOn(command);
  if (alone !== null && waitsOn(state, alone, context.now)) return refuse('proposal.already_waiting');
  const overtaken = refuseOvertaken(state, command);
  if (overtaken) return overtaken;
  const tried = declared(command).handle(state, command, proposing, context);
  if (!tried.outcome.ok) return { outcome: tried.outcome };
  const made: Proposal = {
    ...newProposal({ id: proposalId, command, proposedBy: staffId, reason }, context),
    email: email ?? null,
    member: proposing.member ?? null,
  };
  return {
    outcome: { ok: true, result: { id: proposalId, proposal: proposalId } },
    ...proposalMade(made),
    invalidates: [proposalInvalidation(made, staffId)],
  };
}

/** A value that was written without knowing of another one would undo it, and neither of the two people would see that. */
export function refuseOvertaken(state: State, command: ProposedCommand): ReturnType<typeof refuse> | undefined {
  const name = nameSetBy(command);
  if (name === null) return undefined;
  const seen = 'replaces' in command ? command.replaces : null;
  return (state.of(SET_BY).get(name) ?? null) === seen ? undefined : refuse('proposal.overtaken');
}

function waitsOn(state: State, subjectId: string, now: Date): boolean {
  return [...state.of(PROPOSALS).values()].some(
    ({ command, status, lapsesAt }) => aloneOn(command) === subjectId && status === 'waiting' && lapsesAt > now,
  );
}
