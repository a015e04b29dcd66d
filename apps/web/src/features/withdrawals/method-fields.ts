import type { DestinationField, WithdrawalMethod } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';

/** One input of a method's form. Names are the specification's, as the api knows them. */
export type MethodField = {
  name: DestinationField;
  label: string;
  inputMode?: 'email' | 'numeric' | 'tel' | 'text';
  choices?: readonly string[];
};
export type MethodValues = Record<string, string>;

const { select } = words;

export const methodFields: Record<WithdrawalMethod, readonly MethodField[]> = {
  bank: [
    { name: 'an', label: select.accountNumber },
    { name: 'bn', label: select.bankName },
    { name: 'aname', label: select.accountName },
  ],
  crypto: [
    { name: 'coin', label: select.coin, choices: ['bitcoin', 'ethereum', 'usdt'] },
    { name: 'address', label: select.walletAddress },
  ],
  paypal: [{ name: 'paypalemail', label: select.paypalEmail, inputMode: 'email' }],
  cashapp: [{ name: 'cashapptag', label: select.cashTag }],
  gcash: [
    { name: 'gcashacctnumber', label: select.gcashNumber, inputMode: 'tel' },
    { name: 'gcashacctname', label: select.gcashName },
  ],
};

export function emptyValues(method: WithdrawalMethod): MethodValues {
  return { method, amount: '', ...Object.fromEntries(methodFields[method].map((field) => [field.name, ''])) };
}

/** Where the money goes, in one line, from what was typed. */
export function destinationOf(values: Record<string, string | undefined>, method: WithdrawalMethod): string {
  return methodFields[method].map((field) => values[field.name] ?? '').join(' · ');
}
