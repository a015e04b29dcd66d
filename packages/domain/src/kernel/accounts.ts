import type { Cents } from '../money/index.ts';

/** Chart of accounts: code and normal side as in migration 001. The database's posting table refuses any other account. */
export const ACCOUNTS = {
  cash: 1,
  margin: 2,
  withdrawing: 3,
  loan: 4,
  'custody:bitcoin': 10,
  'custody:ethereum': 11,
  'custody:tether': 12,
  'custody:bank': 13,
  'custody:paypal': 14,
  'custody:cashapp': 15,
  'custody:gcash': 16,
  'custody:paper': 17,
  trading: 20,
  capital: 21,
  financing: 22,
  shortfall: 23,
  credit_loss: 24,
  fees: 25,
  plans: 26,
  interest: 27,
  adjustments: 28,
  rounding: 29,
  /** On its way from one client to another: what one command put in, a later one takes out. */
  clearing: 30,
  /** What buys received for the dividends of shares, and sells paid. */
  dividends: 31,
} as const;

export type Account = keyof typeof ACCOUNTS;
export type ClientAccount = 'cash' | 'margin' | 'withdrawing' | 'loan';

export function isClientAccount(account: Account): account is ClientAccount {
  return ACCOUNTS[account] < 10;
}

export const EVENTS = {
  deposit_approved: 1,
  demo_top_up: 2,
  trade_opened: 3,
  trade_closed: 4,
  withdrawal_requested: 5,
  withdrawal_released: 6,
  withdrawal_approved: 7,
  withdrawal_returned: 8,
  adjustment: 9,
  plan_bought: 10,
  loan_approved: 11,
  loan_interest: 12,
  loan_repaid: 13,
  loan_written_off: 14,
  capital_granted: 15,
  profit_share: 16,
  overnight_financing: 17,
  dividend: 18,
  guest_ended: 19,
} as const;

export type EventName = keyof typeof EVENTS;

/** One line of an entry. Debits are positive, credits negative. Client accounts are those of the entry's client. */
export type Posting = { readonly account: Account; readonly amount: Cents };

/** One business event before it has a number and a time. Its postings sum to zero. */
export type EntryDraft = {
  readonly event: EventName;
  readonly clientId: string;
  /** The deposit, withdrawal or trade it is about; otherwise an id of its own. */
  readonly subjectId: string;
  readonly corrects: bigint | null;
  readonly postings: readonly Posting[];
};

export function debit(account: Account, amount: Cents): Posting {
  return { account, amount };
}

export function credit(account: Account, amount: Cents): Posting {
  return { account, amount: -amount };
}

/** An entry from its lines, without those of zero. Throws when the rest does not balance, because that is a bug and not a refusal. */
export function entry(
  event: EventName,
  clientId: string,
  subjectId: string,
  lines: readonly Posting[],
  corrects: bigint | null = null,
): EntryDraft {
  const postings = lines.filter((line) => line.amount !== 0n);
  const sum = postings.reduce((total, line) => total + line.amount, 0n);
  if (sum !== 0n || postings.length < 2) throw new Error(`unbalanced ${event}`);
  return { event, clientId, subjectId, corrects, postings };
}
