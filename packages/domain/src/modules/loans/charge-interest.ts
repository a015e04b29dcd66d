import { credit, debit, entry } from '../../kernel/accounts.ts';
import { type Context, type Decision, type Fields, Later } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { centsToDecimal, formatUsd } from '../../money/index.ts';
import { type Loan, LOANS } from './model.ts';
import { refuse } from './refusals.ts';
import { addDays, dailyInterest, owedOn, utcDay } from './terms.ts';

/** Sent by the product once per loan and UTC day. */
export type ChargeInterest = {
  readonly kind: 'charge_interest';
  readonly clientId: string;
  readonly loanId: string;
  /** YYYY-MM-DD, the day after the last one that was charged. */
  readonly day: string;
};

/**
 * One day's interest. Days on which the client is suspended are skipped and never charged later.
 * @throws Later until the day begins
 */
export function decideChargeInterest(
  state: State,
  command: ChargeInterest,
  context: Context,
): Decision<Fields<'id' | 'interest'>> {
  const loan = state.of(LOANS).get(command.loanId);
  if (loan === undefined || loan.clientId !== command.clientId) return refuse('loan.not_found');
  if (loan.status !== 'approved' || loan.interestThrough === null || loan.dueOn === null) return refuse('loan.not_due');
  const next = addDays(loan.interestThrough, 1);
  if (command.day !== next || command.day > loan.dueOn) return refuse('loan.not_due');
  if (command.day > utcDay(context.now)) throw new Later('the day has not begun');
  const suspended = state.of(PARTIES).get(loan.clientId)?.status !== 'active';
  const interest = suspended ? 0n : dailyInterest(loan.principal);
  const after: Loan = {
    ...loan,
    interest: loan.interest + interest,
    charged: loan.charged + interest,
    interestThrough: command.day,
  };
  return {
    outcome: { ok: true, result: { id: loan.id, interest: centsToDecimal(interest) } },
    ...(interest > 0n && {
      entry: entry('loan_interest', loan.clientId, loan.id, [debit('loan', interest), credit('interest', interest)]),
    }),
    rows: [changed(LOANS, loan, after)],
    ...(interest > 0n && {
      notifications: [
        {
          userId: loan.clientId,
          template: 'loan-interest',
          values: { day: command.day, interest: formatUsd(interest), owed: formatUsd(owedOn(after)) },
          // A daily email would be noise: it appears among the notifications, and is emailed to those who asked for such emails.
          quiet: true as const,
        },
      ],
    }),
    invalidates: [
      {
        clientId: loan.clientId,
        topics: ['account', 'loans'],
        event: interest > 0n ? 'loan_interest' : 'loan_interest_stopped',
        subjectId: loan.id,
        staff: false,
      },
    ],
  };
}
