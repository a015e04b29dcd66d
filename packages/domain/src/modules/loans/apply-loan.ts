import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { TRADES } from '../positions/model.ts';
import { equityCents } from '../positions/valuation.ts';
import { refuseOnBreak } from '../protection/guard.ts';
import { type Loan, LOANS } from './model.ts';
import { refuse } from './refusals.ts';
import { loanLevel } from './terms.ts';

export type ApplyLoan = {
  readonly kind: 'apply_loan';
  readonly clientId: string;
  readonly level: 1 | 2;
  readonly monthlyIncome: Cents;
  readonly goals: string;
};

/** An application is a deposit with method Loan that waits for a decision. What the client wrote is stored outside the books. */
export function decideApplyLoan(state: State, command: ApplyLoan, context: Context): Decision {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('application of somebody without books');
  if (party.status !== 'active') return refuse('loan.suspended');
  const held = refuseOnBreak(state, party.id, context.now);
  if (held) return held;
  if (openLoanOf(state, party.id) !== undefined) return refuse('loan.already_open');
  const { level, amount, termDays, portfolio } = loanLevel(command.level);
  const equity = equityCents(party, state.of(TRADES).values(), context);
  if (equity < portfolio) {
    return refuse('loan.portfolio_too_small', 'level', {
      required: formatUsd(portfolio),
      equity: formatUsd(equity),
    });
  }
  const loan: Loan = {
    id: context.newId(),
    clientId: party.id,
    level,
    amount,
    termDays,
    status: 'pending',
    principal: 0n,
    interest: 0n,
    charged: 0n,
    repaid: 0n,
    writtenOff: 0n,
    approvedOn: null,
    dueOn: null,
    interestThrough: null,
    calledAt: null,
    createdAt: context.now,
    decidedAt: null,
    decidedBy: null,
    closedAt: null,
  };
  return {
    outcome: { ok: true, result: { id: loan.id } },
    rows: [created(LOANS, loan)],
    records: [
      {
        kind: 'note',
        subjectId: loan.id,
        note: 'loan',
        clientId: party.id,
        body: { monthly_income: centsToDecimal(command.monthlyIncome), goals: command.goals },
      },
    ],
    notifications: [{ userId: party.id, template: 'loan-applied', values: { amount: formatUsd(amount) } }],
    invalidates: [
      {
        clientId: party.id,
        topics: ['account', 'loans', 'deposits', 'mailbox'],
        event: 'loan_applied',
        subjectId: loan.id,
        staff: true,
      },
    ],
  };
}

/** A client has at most one open loan: waiting for its decision, or approved and not yet repaid. */
export function openLoanOf(state: State, clientId: string): Loan | undefined {
  for (const loan of state.of(LOANS).values())
    if (loan.clientId === clientId && (loan.status === 'pending' || loan.status === 'approved')) return loan;
  return undefined;
}
