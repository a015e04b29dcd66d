import { createWithdrawalBody } from '@clearbook/contracts/funding';
import type { WithdrawalMethod, WithdrawalTerms } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { isUsdAmount } from '@clearbook/contracts/money';
import { decimalToCents } from '@clearbook/domain/money';
import { formOf } from '../../lib/form.ts';
import { formatUsd } from '../../lib/format.ts';
import { type Cost, costOf } from './fee.ts';
import { emptyValues, type MethodValues } from './method-fields.ts';

export type WithdrawalOf = { method: WithdrawalMethod; terms: WithdrawalTerms };

/** The fields of one method and the amount; with it goes the fee that was shown. */
export const withdrawalForm = formOf({
  route: 'POST /withdrawals',
  schema: createWithdrawalBody,
  initial: ({ method }: WithdrawalOf) => emptyValues(method),
  body: (values, { terms }) => {
    const cost = costOfTyped(values, terms);
    return cost === null ? values : { ...values, expected_fee: cost.fee };
  },
  check: ({ amount = '' }, { terms }) => {
    const refusal = isUsdAmount(amount) ? amountRefusal(amount, terms) : null;
    return refusal === null ? {} : { amount: refusal };
  },
  preview: (values, { terms }) => costOfTyped(values, terms),
  complaints: ({ code, detail, fields }) =>
    code === 'withdrawal.insufficient_balance' || code === 'withdrawal.below_minimum'
      ? [{ name: 'amount', message: detail }]
      : fields,
  topics: ['withdrawals', 'account'],
  failed: `${messages.withdrawal.failed}. ${messages.withdrawal.somethingWrong}`,
});

/** What the amount in the box would cost and bring; null while it is none. */
function costOfTyped({ amount = '' }: MethodValues, terms: WithdrawalTerms): Cost | null {
  const typed = amount.trim();
  return isUsdAmount(typed) ? costOf(typed, terms) : null;
}

/** The server's two rules about the amount, repeated for comfort. The minimum never stops withdrawing everything. */
function amountRefusal(amount: string, terms: WithdrawalTerms): string | null {
  const cents = decimalToCents(amount);
  const withdrawable = decimalToCents(terms.withdrawable.amount);
  const minimum = decimalToCents(terms.minimum.amount);
  if (cents > withdrawable) return messages.withdrawal.insufficient;
  if (cents < minimum && cents < withdrawable) return messages.withdrawal.minimum(formatUsd(terms.minimum.amount));
  return null;
}
