import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { formatUsd, min } from '../../money/index.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { openTradesOf } from '../positions/valuation.ts';
import { type Loan, LOANS } from './model.ts';
import { refuse } from './refusals.ts';
import { repay } from './repay-loan.ts';
import { owedOn, utcDay } from './terms.ts';

/** Both are sent by the product once the due day is over. */
export type CollectLoan = { readonly kind: 'collect_loan'; readonly clientId: string; readonly loanId: string };
export type WriteOffLoan = { readonly kind: 'write_off_loan'; readonly clientId: string; readonly loanId: string };

/** The client has all of the due day. The loan is over once the day has ended and every day is charged. */
export function isOver(loan: Loan, now: Date): boolean {
  return (
    loan.status === 'approved' &&
    loan.dueOn !== null &&
    loan.interestThrough !== null &&
    utcDay(now) > loan.dueOn &&
    loan.interestThrough >= loan.dueOn
  );
}

/** If free cash covers what is owed, it ends the loan and positions stay open. Otherwise positions close first. */
export function mustClosePositions(loan: Loan, party: Party, now: Date): boolean {
  return isOver(loan, now) && party.cash < owedOn(loan);
}

/** What is opened after the due day holds nothing up: opened again and again, it would put off the collection for ever, at no cost. */
export function holdsUpCollection({ dueOn }: Pick<Loan, 'dueOn'>, { openedAt }: Pick<Trade, 'openedAt'>): boolean {
  return dueOn !== null && utcDay(openedAt) <= dueOn;
}

/** Takes the free cash, at most what is owed. Money held for a withdrawal is the client's own and stays untouched. */
export function decideCollectLoan(state: State, command: CollectLoan, context: Context): Decision {
  const found = over(state, command, context);
  if (!found.ok) return found.refusal;
  const { loan, party } = found;
  const open = [...openTradesOf(party.id, state.of(TRADES).values())];
  const heldUp = open.some((trade) => holdsUpCollection(loan, trade));
  if (party.cash === 0n || (mustClosePositions(loan, party, context.now) && heldUp)) return refuse('loan.not_due');
  return repay(loan, min(party.cash, owedOn(loan)), 'loan_collected', context.now);
}

/** A remainder that no cash covers is written off. The client is never asked for it. */
export function decideWriteOffLoan(state: State, command: WriteOffLoan, context: Context): Decision {
  const found = over(state, command, context);
  if (!found.ok) return found.refusal;
  const { loan, party } = found;
  if (party.cash > 0n || hasPositions(state, party)) return refuse('loan.not_due');
  const missing = owedOn(loan);
  const after: Loan = {
    ...loan,
    status: 'written_off',
    principal: 0n,
    interest: 0n,
    writtenOff: missing,
    calledAt: null,
    closedAt: context.now,
  };
  return {
    outcome: { ok: true, result: { id: loan.id } },
    entry: entry('loan_written_off', loan.clientId, loan.id, [debit('credit_loss', missing), credit('loan', missing)]),
    rows: [changed(LOANS, loan, after)],
    notifications: [{ userId: loan.clientId, template: 'loan-written-off', values: { amount: formatUsd(missing) } }],
    invalidates: [
      {
        clientId: loan.clientId,
        topics: ['account', 'loans', 'deposits', 'users', 'mailbox'],
        event: 'loan_written_off',
        subjectId: loan.id,
        staff: true,
      },
    ],
  };
}

function hasPositions(state: State, party: Party): boolean {
  return openTradesOf(party.id, state.of(TRADES).values()).next().done !== true;
}

function over(
  state: State,
  command: CollectLoan | WriteOffLoan,
  context: Context,
): { ok: true; loan: Loan; party: Party } | { ok: false; refusal: Decision<never> } {
  const loan = state.of(LOANS).get(command.loanId);
  const party = state.of(PARTIES).get(command.clientId);
  if (loan === undefined || party === undefined || loan.clientId !== party.id)
    return { ok: false, refusal: refuse('loan.not_found') };
  if (!isOver(loan, context.now)) return { ok: false, refusal: refuse('loan.not_due') };
  return { ok: true, loan, party };
}
