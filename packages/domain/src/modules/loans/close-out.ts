import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { formatUsd } from '../../money/index.ts';
import { isCalled, weigh } from '../positions/margin-rule.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { atBest, openTradesOf } from '../positions/valuation.ts';
import { closeAtQuote } from '../trading/close-trade.ts';
import { mustClosePositions } from './end-of-term.ts';
import { type Loan, LOANS } from './model.ts';
import { refuse } from './refusals.ts';

/** Both are sent by the product: one checks a borrower's margin, the other closes what has to close, one by one. */
export type CheckBorrowerMargin = {
  readonly kind: 'check_borrower_margin';
  readonly clientId: string;
  readonly loanId: string;
};
export type CloseOutForLoan = {
  readonly kind: 'close_out_for_loan';
  readonly clientId: string;
  readonly loanId: string;
  readonly tradeId: string;
};

/** A position that was open when the loan was called closes, whatever happens to prices afterwards. */
export function closesWithCall(loan: Pick<Loan, 'calledAt'>, trade: Pick<Trade, 'openedAt'>): boolean {
  return loan.calledAt !== null && trade.openedAt <= loan.calledAt;
}

/** Calls the loan where equity has fallen to half of the required margin; lifts the call once its positions are closed. */
export function decideCheckBorrowerMargin(state: State, command: CheckBorrowerMargin, context: Context): Decision {
  const loan = state.of(LOANS).get(command.loanId);
  const party = state.of(PARTIES).get(command.clientId);
  if (loan === undefined || party === undefined || loan.clientId !== party.id) return refuse('loan.not_found');
  if (loan.status !== 'approved') return refuse('loan.not_open');
  const open = [...openTradesOf(party.id, state.of(TRADES).values())];
  const outcome = { ok: true as const, result: { id: loan.id } };
  if (loan.calledAt !== null) {
    if (open.some((trade) => closesWithCall(loan, trade))) return refuse('loan.not_due');
    return { outcome, rows: [changed(LOANS, loan, { ...loan, calledAt: null })] };
  }
  const weight = weigh(party, open, atBest(context));
  if (!isCalled(weight)) return refuse('loan.not_due');
  return {
    outcome,
    rows: [changed(LOANS, loan, { ...loan, calledAt: context.now })],
    notifications: [
      {
        userId: party.id,
        template: 'loan-called',
        values: { equity: formatUsd(weight.equity), required: formatUsd(weight.required) },
      },
    ],
    invalidates: [
      {
        clientId: party.id,
        topics: ['account', 'loans', 'mailbox'],
        event: 'loan_called',
        subjectId: loan.id,
        staff: true,
      },
    ],
  };
}

/** An ordinary close at the current quote that the client didn't ask for. */
export function decideCloseOutForLoan(state: State, command: CloseOutForLoan, context: Context): Decision {
  const loan = state.of(LOANS).get(command.loanId);
  const party = state.of(PARTIES).get(command.clientId);
  const trade = state.of(TRADES).get(command.tradeId);
  if (loan === undefined || party === undefined || loan.clientId !== party.id) return refuse('loan.not_found');
  if (trade === undefined || trade.clientId !== party.id) return refuse('trade.not_found');
  if (loan.status !== 'approved') return refuse('loan.not_open');
  if (!closesWithCall(loan, trade) && !mustClosePositions(loan, party, context.now)) return refuse('loan.not_due');
  const closing = { clientId: party.id, tradeId: trade.id, lots: null, closedBy: 'close_out' } as const;
  const closed = closeAtQuote(state, closing, context);
  if (!closed.outcome.ok) return closed;
  return {
    ...closed,
    notifications: (closed.notifications ?? []).map((notification) => ({
      ...notification,
      template: 'loan-closed-out',
    })),
  };
}
