import type { WithdrawalTerms } from '@clearbook/contracts/funding';
import { withdrawalFee } from '@clearbook/domain/funding';
import { centsToDecimal, decimalToCents } from '@clearbook/domain/money';

export type Cost = { amount: string; percent: string; fee: string; net: string };

/** What withdrawing `amount` dollars costs under these terms. The server works it out with the same function and refuses another fee. */
export function costOf(amount: string, terms: Pick<WithdrawalTerms, 'fee_applies' | 'fee_percent'>): Cost {
  const cents = decimalToCents(amount);
  // "1.50" percent is 150 basis points, as "1.50" dollars is 150 cents.
  const feeBps = terms.fee_applies ? Number(decimalToCents(terms.fee_percent)) : 0;
  const fee = withdrawalFee(cents, feeBps);
  return {
    amount: centsToDecimal(cents),
    percent: terms.fee_percent,
    fee: centsToDecimal(fee),
    net: centsToDecimal(cents - fee),
  };
}
