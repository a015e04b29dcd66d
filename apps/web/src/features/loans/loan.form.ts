import { applyLoanBody, repayLoanBody, type Loan, type LoanLevel } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { isUsdAmount } from '@clearbook/contracts/money';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formOf } from '../../lib/form.ts';

const sent = { topics: ['loans', 'account', 'deposits'], failed: messages.loan.failed } as const;

/** An application for one level. */
export const applicationForm = formOf({
  ...sent,
  route: 'POST /loans',
  schema: applyLoanBody,
  initial: () => ({ monthly_income: '', goals: '' }),
  body: (values, { level }: LoanLevel) => ({ ...values, level }),
});

/** How much of a payment is interest, and how much is paid off. */
export type Split = { interest: string; principal: string };

/** Any part of what is owed. */
export const repayForm = formOf({
  ...sent,
  route: 'POST /loans/:id/repay',
  schema: repayLoanBody,
  id: ({ id }: Loan) => id,
  initial: () => ({ amount: '' }),
  body: (values) => values,
  /** Interest is paid first. Null while nothing is typed. */
  preview: ({ amount }, { interest }): Split | null => {
    if (!isUsdAmount(amount) || toCents(amount) <= 0n) return null;
    const first = min(toCents(amount), toCents(interest.amount));
    return { interest: centsText(first), principal: centsText(toCents(amount) - first) };
  },
});

/** The most that can be paid from what is available, and whether that is all that is owed. */
export function mostOf({ owed }: Loan, available: string): { amount: string; whole: boolean } {
  const most = min(toCents(available), toCents(owed.amount));
  return { amount: centsText(most), whole: most >= toCents(owed.amount) };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
