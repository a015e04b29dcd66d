import { type DecideDeposit, takesAnotherLook } from '../funding/decide-deposit.ts';
import type { DecideWithdrawal, ReturnWithdrawal } from '../funding/follow-withdrawal.ts';
import type { EntryDraft, EventName } from '../ledger/accounts.ts';
import { type Context, type Decision, refuse } from '../ledger/decision.ts';
import type { State } from '../ledger/state.ts';
import type { DecideLoan } from '../loans/decide-loan.ts';
import type { Cents } from '../money/index.ts';
import { type Act } from '../proposals/act.ts';
import { decidePropose } from '../proposals/propose.ts';
import { ALONE_LIMIT, type Releases } from './limits.ts';

/** What lets money go to a client, or out of the house. */
export type Release = DecideDeposit | DecideWithdrawal | ReturnWithdrawal | DecideLoan;

const RELEASES: ReadonlySet<EventName> = new Set<EventName>([
  'deposit_approved',
  'withdrawal_approved',
  'withdrawal_returned',
  'loan_approved',
]);

/**
 * What one person may do of it alone; beyond that the very same command makes a proposal instead, under the same lock, so nobody can slice
 * a sum or race past a limit. What two people decided counts for neither.
 */
export function releaseAlone(state: State, command: Release, done: Decision, context: Context): Decision {
  const { entry } = done;
  if (!done.outcome.ok || entry === undefined || !RELEASES.has(entry.event) || command.staffId === null) return done;
  const { releases } = state;
  if (releases === null) throw new Error('what this person let go today was not read');
  if (!releases.live) return done;
  const amount = releasedBy(entry);
  const { staffId, clientId } = command;
  const day = dayOf(releases, context.now);
  if (!takesTwo(state, releases, { command, amount, day }))
    return { ...done, released: { staffId, clientId, amount, day } };
  if (command.proposalId === undefined) return refuse('release.two_people');
  const act = actOf(command, amount);
  const reason = command.kind === 'return_withdrawal' ? command.reason : '';
  return decidePropose(state, { kind: 'propose', staffId, proposalId: command.proposalId, act, reason }, context);
}

function takesTwo(
  state: State,
  { limits, alone }: Releases,
  { command, amount, day }: { readonly command: Release; readonly amount: Cents; readonly day: string },
): boolean {
  if (amount > ALONE_LIMIT) return true;
  if (command.kind === 'decide_deposit') {
    const deposit = state.deposits.get(command.depositId);
    if (deposit === undefined || takesAnotherLook(amount, deposit.amount)) return true;
  }
  const today = alone.filter((one) => one.staffId === command.staffId && one.day === day);
  const sum = (of: typeof alone) => of.reduce((total, one) => total + one.amount, amount);
  return sum(today) > limits.day || sum(today.filter(({ clientId }) => clientId === command.clientId)) > limits.client;
}

/** Entries are never written on an earlier day than the one before them. */
function dayOf({ day }: Releases, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  return today > day ? today : day;
}

/** What an entry lets go: out of what is held for a payout, or into cash. */
function releasedBy({ event, postings }: EntryDraft): Cents {
  const account = event === 'withdrawal_approved' ? 'withdrawing' : 'cash';
  const moved = postings.find((posting) => posting.account === account);
  if (moved === undefined) throw new Error(`${event} lets nothing go`);
  return moved.amount < 0n ? -moved.amount : moved.amount;
}

function actOf(command: Release, amount: Cents): Act {
  const { clientId } = command;
  switch (command.kind) {
    case 'decide_deposit': {
      const { depositId, txid, outputIndex, receivedUnits, receivedAt = null, rateNow } = command;
      const payment = { txid, outputIndex, receivedUnits, receivedAt, receiptRate: rateNow };
      return { kind: 'approve_deposit', clientId, depositId, amount, ...payment };
    }
    case 'decide_withdrawal': {
      const { withdrawalId, payoutReference } = command;
      return { kind: 'approve_payout', clientId, withdrawalId, amount, payoutReference };
    }
    case 'return_withdrawal':
      return { kind: 'return_payout', clientId, withdrawalId: command.withdrawalId, amount };
    case 'decide_loan':
      return { kind: 'approve_loan', clientId, loanId: command.loanId, amount };
  }
}
