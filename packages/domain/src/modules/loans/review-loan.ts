import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { centsToDecimal, formatUsd } from '../../money/index.ts';
import { TRADES } from '../positions/model.ts';
import { equityCents } from '../positions/valuation.ts';
import { refuseOnBreak } from '../protection/guard.ts';
import { type Loan, LOANS } from './model.ts';
import { refuse } from './refusals.ts';
import { addDays, dailyInterest, loanLevel, utcDay } from './terms.ts';

export type ReviewLoan = {
  readonly kind: 'review_loan';
  readonly staffId: string;
  readonly clientId: string;
  readonly loanId: string;
  readonly decision: 'approve' | 'reject';
  readonly reason: string | null;
  /** The proposal's id if approving takes two people. */
  readonly proposalId?: string;
};

/** Approve or reject, once. The portfolio is checked again, because it may have shrunk since the application. */
export function decideReviewLoan(state: State, command: ReviewLoan, context: Context): Decision {
  const loan = state.of(LOANS).get(command.loanId);
  if (loan === undefined || loan.clientId !== command.clientId) return refuse('deposit.not_found');
  if (loan.clientId === command.staffId) return refuse('decision.own_account');
  if (loan.status !== 'pending') return refuse('decision.already_taken');
  return command.decision === 'reject' ? reject(loan, command, context) : approve(state, loan, command, context);
}

function approve(state: State, loan: Loan, command: ReviewLoan, context: Context): Decision {
  const party = state.of(PARTIES).get(loan.clientId);
  if (party === undefined) throw new Error('loan of somebody without books');
  if (party.status !== 'active') return refuse('loan.client_suspended');
  if (refuseOnBreak(state, party.id, context.now)) return refuse('loan.client_on_break');
  const { portfolio } = loanLevel(loan.level);
  const equity = equityCents(party, state.of(TRADES).values(), context);
  if (equity < portfolio)
    return refuse('loan.portfolio_now_short', undefined, {
      required: formatUsd(portfolio),
      equity: formatUsd(equity),
    });
  const today = utcDay(context.now);
  const after: Loan = {
    ...loan,
    status: 'approved',
    principal: loan.amount,
    approvedOn: today,
    dueOn: addDays(today, loan.termDays),
    // The day of the approval costs nothing.
    interestThrough: today,
    decidedAt: context.now,
    decidedBy: command.staffId,
  };
  return {
    outcome: { ok: true, result: { id: loan.id } },
    entry: entry('loan_approved', loan.clientId, loan.id, [debit('loan', loan.amount), credit('cash', loan.amount)]),
    rows: [changed(LOANS, loan, after)],
    records: [audit(loan, command, 'loan.approve', { amount: centsToDecimal(loan.amount), due_on: after.dueOn ?? '' })],
    notifications: [
      {
        userId: loan.clientId,
        template: 'loan-approved',
        values: {
          amount: formatUsd(loan.amount),
          daily: formatUsd(dailyInterest(loan.amount)),
          due: after.dueOn ?? '',
        },
      },
    ],
    invalidates: [invalidation(loan, 'loan_approved')],
  };
}

function reject(loan: Loan, command: ReviewLoan, { now }: Context): Decision {
  const reason = command.reason ?? '';
  return {
    outcome: { ok: true, result: { id: loan.id } },
    rows: [changed(LOANS, loan, { ...loan, status: 'rejected', decidedAt: now, decidedBy: command.staffId })],
    records: [
      { kind: 'note', subjectId: loan.id, note: 'reason', clientId: loan.clientId, body: { text: reason } },
      audit(loan, command, 'loan.reject', {}),
    ],
    notifications: [
      { userId: loan.clientId, template: 'loan-rejected', values: { amount: formatUsd(loan.amount), reason } },
    ],
    invalidates: [invalidation(loan, 'loan_rejected')],
  };
}

function audit(loan: Loan, { staffId }: ReviewLoan, action: string, facts: Readonly<Record<string, string>>) {
  return {
    kind: 'audit' as const,
    actorId: staffId,
    action,
    subjectType: 'loan',
    subjectId: loan.id,
    clientId: loan.clientId,
    facts,
  };
}

function invalidation(loan: Loan, event: string) {
  return {
    clientId: loan.clientId,
    topics: ['account', 'loans', 'deposits', 'users', 'mailbox'],
    event,
    subjectId: loan.id,
    staff: true,
  };
}
