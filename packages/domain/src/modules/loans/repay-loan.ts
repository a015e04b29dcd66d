import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { type Cents, centsToDecimal, formatUsd, min } from '../../money/index.ts';
import { type Loan, LOANS } from './model.ts';
import { refuse } from './refusals.ts';
import { owedOn } from './terms.ts';

export type RepayLoan = {
  readonly kind: 'repay_loan';
  readonly clientId: string;
  readonly loanId: string;
  readonly amount: Cents;
};

/** Repays part or all of it, at any time, from free cash. A suspended client can too. */
export function decideRepayLoan(
  state: State,
  command: RepayLoan,
  context: Context,
): Decision<Fields<'id' | 'repaid' | 'owed'>> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('repayment of somebody without books');
  const loan = state.of(LOANS).get(command.loanId);
  if (loan === undefined || loan.clientId !== command.clientId) return refuse('loan.not_found');
  if (loan.status !== 'approved') return refuse('loan.not_open');
  if (command.amount <= 0n) throw new Error('a repayment of nothing or less');
  if (command.amount > owedOn(loan)) return refuse('loan.repays_too_much', 'amount', { owed: formatUsd(owedOn(loan)) });
  if (command.amount > party.cash)
    return refuse('loan.insufficient_balance', 'amount', { cash: formatUsd(party.cash) });
  return repay(loan, command.amount, 'loan_repaid', context.now);
}

/** Interest first, then principal. A loan repaid in full is closed. */
export function repay(loan: Loan, amount: Cents, event: string, now: Date): Decision<Fields<'id' | 'repaid' | 'owed'>> {
  const interest = min(amount, loan.interest);
  const after: Loan = {
    ...loan,
    interest: loan.interest - interest,
    principal: loan.principal - (amount - interest),
    repaid: loan.repaid + amount,
  };
  const left = owedOn(after);
  const closed: Loan = left === 0n ? { ...after, status: 'repaid', calledAt: null, closedAt: now } : after;
  return {
    outcome: {
      ok: true,
      result: { id: loan.id, repaid: centsToDecimal(amount), owed: centsToDecimal(left) },
    },
    entry: entry('loan_repaid', loan.clientId, loan.id, [debit('cash', amount), credit('loan', amount)]),
    rows: [changed(LOANS, loan, closed)],
    notifications: [
      {
        userId: loan.clientId,
        template: event === 'loan_collected' ? 'loan-collected' : 'loan-repaid',
        values: { amount: formatUsd(amount), interest: formatUsd(interest), owed: formatUsd(left) },
      },
    ],
    invalidates: [
      {
        clientId: loan.clientId,
        topics: ['account', 'loans', 'deposits', 'users', 'mailbox'],
        event,
        subjectId: loan.id,
        staff: true,
      },
    ],
  };
}
