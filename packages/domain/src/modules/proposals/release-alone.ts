import type { EntryDraft, EventName } from '../../kernel/accounts.ts';
import type { AnyDecision, Context } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import type { Cents } from '../../money/index.ts';
import { ALONE_LIMIT } from '../funding/credit.ts';
import { takesAnotherLook } from '../funding/decide-deposit.ts';
import { DEPOSITS } from '../funding/model.ts';
import type { Released, Releases } from '../releases/limits.ts';
import { RELEASES } from '../releases/model.ts';
import { refuse } from '../releases/refusals.ts';
import type { ProposedCommand } from './proposed-command.ts';
import { decidePropose } from './propose.ts';

/** The commands that release money, as far as this rule needs to know them. */
export type Release = {
  readonly kind: string;
  /** Null where the product decides by itself. */
  readonly staffId: string | null;
  readonly clientId: string;
  readonly proposalId?: string;
  readonly depositId?: string;
  readonly reason?: string | null;
};

const LETS_GO: ReadonlySet<EventName> = new Set<EventName>([
  'deposit_approved',
  'withdrawal_approved',
  'withdrawal_returned',
  'loan_approved',
]);

/**
 * What one person may do of it alone; beyond that the very same command makes a proposal instead, under the same lock, so nobody can slice
 * a sum or race past a limit. What two people decided counts for neither.
 */
export function releaseAlone(
  state: State,
  command: Release,
  done: AnyDecision,
  context: Context,
  commandOf: (amount: Cents) => ProposedCommand,
): AnyDecision {
  const { entry } = done;
  if (!done.outcome.ok || entry === undefined || !LETS_GO.has(entry.event) || command.staffId === null) return done;
  const releases = state.of(RELEASES).get('');
  if (releases === undefined) throw new Error('what this person let go today was not read');
  if (!releases.live) return done;
  const amount = releasedBy(entry);
  const { staffId, clientId } = command;
  const day = dayOf(releases, context.now);
  if (!takesTwo(state, releases, { command, amount, day }))
    return { ...done, carries: (after) => letGo(after, { staffId, clientId, amount, day }) };
  if (command.proposalId === undefined) return refuse('release.two_people');
  // A payout needs no reason of its own; a returned one keeps the reason that it is returned for.
  const reason = command.kind === 'return_withdrawal' ? (command.reason ?? '') : '';
  return decidePropose(
    state,
    { kind: 'propose', staffId, proposalId: command.proposalId, command: commandOf(amount), reason },
    context,
  );
}

function takesTwo(
  state: State,
  { limits, alone }: Releases,
  { command, amount, day }: { readonly command: Release; readonly amount: Cents; readonly day: string },
): boolean {
  if (amount > ALONE_LIMIT) return true;
  if (command.depositId !== undefined) {
    const deposit = state.of(DEPOSITS).get(command.depositId);
    if (deposit === undefined || takesAnotherLook(amount, deposit.amount)) return true;
  }
  const today = alone.filter((one) => one.staffId === command.staffId && one.day === day);
  const sum = (of: typeof alone) => of.reduce((total, one) => total + one.amount, amount);
  return sum(today) > limits.day || sum(today.filter(({ clientId }) => clientId === command.clientId)) > limits.client;
}

/** Adds a release that follows from an entry, so that the next command of the batch counts it. */
function letGo(state: State, released: Released): void {
  const releases = state.of(RELEASES).get('');
  if (releases !== undefined) state.of(RELEASES).set('', { ...releases, alone: [...releases.alone, released] });
}

/** Entries are never written on an earlier day than the one before them. */
function dayOf({ day }: Releases, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  return today > day ? today : day;
}

/** The amount an entry releases: out of a payout's hold, or into cash. */
function releasedBy({ event, postings }: EntryDraft): Cents {
  const account = event === 'withdrawal_approved' ? 'withdrawing' : 'cash';
  const moved = postings.find((posting) => posting.account === account);
  if (moved === undefined) throw new Error(`${event} lets nothing go`);
  return moved.amount < 0n ? -moved.amount : moved.amount;
}
