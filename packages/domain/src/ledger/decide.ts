import type { AnyDecision, Context } from '../kernel/decision.ts';
import { type LockSet, type Read, rows } from '../kernel/module.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import { subjectOf } from '../modules/proposals/about.ts';
import type { ProposedCommand } from '../modules/proposals/proposed-command.ts';
import { PROPOSALS_OF } from '../modules/proposals/model.ts';
import { type Release, releaseAlone } from '../modules/proposals/release-alone.ts';
import { withProposal } from '../modules/proposals/rows.ts';
import { RELEASES } from '../modules/releases/model.ts';
import { type Command, type CommandKind, type OutcomeOf, ruleOf } from './modules.ts';

/** One pure function for everything that can happen to the books: the server, the reference ledger and the tests decide with the same code. */
export function decide<C extends Command>(state: State, command: C, context: Context): DecisionOf<C['kind']> {
  return decided(state, command, context) as DecisionOf<C['kind']>;
}

export type DecisionOf<K extends CommandKind> = Omit<AnyDecision, 'outcome'> & { readonly outcome: OutcomeOf<K> };

function decided(state: State, command: Command, context: Context): AnyDecision {
  const { before, handle, release } = ruleOf(command.kind);
  before?.(state, command, context);
  const decision = withProposal(handle(state, command, context), context);
  if (release === undefined) return decision;
  return releaseAlone(
    state,
    command as Release,
    decision,
    context,
    (amount) => release(command, amount) as ProposedCommand,
  );
}

/** What becomes of a decision that the database refused, which alone can know why. Where it is refused without that by now, that is the answer. */
export function refusedByDatabase(
  state: State,
  command: Command,
  decided: AnyDecision,
  refusal: Refusal,
  context: Context,
): AnyDecision {
  if (!decided.outcome.ok) return decided;
  const { refused } = ruleOf(command.kind);
  return refused?.(state, command, decided, refusal, context) ?? { outcome: { ok: false, refusal } };
}

/** What deciding a command locks and reads. */
export function lockSet(command: Command): LockSet {
  const { parties, reads, release } = ruleOf(command.kind);
  const about = reads?.(command) ?? [];
  return {
    parties: parties?.(command) ?? actorsOf(command),
    rows: release === undefined ? about : [...about, ...releaseReads(command, release(command, 0n) as ProposedCommand)],
  };
}

/** What this person released today, and the proposals waiting about the same record; nothing where the product decides by itself. */
function releaseReads(command: Command, proposed: ProposedCommand): readonly Read[] {
  const staffId = 'staffId' in command ? command.staffId : null;
  const subject = subjectOf(proposed);
  return staffId === null || subject === null ? [] : [rows(RELEASES, staffId), rows(PROPOSALS_OF, subject)];
}

/** The client whose books a command is about, and the member of staff who acts. */
function actorsOf(command: Command): readonly string[] {
  const client = 'clientId' in command ? [command.clientId] : [];
  return 'staffId' in command && command.staffId !== null ? [...client, command.staffId] : client;
}

/** Whether a member of staff acts. */
export function isOfStaff(command: Command): boolean {
  return 'staffId' in command && command.staffId !== null;
}

/** By default the actor is the member of staff, or else the client. */
export function actorOf(command: Command): string {
  const actor = actorsOf(command).at(-1);
  if (actor === undefined) throw new Error('a command of nobody');
  return actor;
}
