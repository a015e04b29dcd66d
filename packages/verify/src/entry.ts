import { hex } from './bytes.ts';
import { Refused } from './refused.ts';

/** Accounts of the books by their codes (docs/verify.md). Those below ten are the client's own. */
export const ACCOUNTS: Readonly<Record<number, string>> = {
  1: 'cash',
  2: 'margin',
  3: 'withdrawing',
  4: 'loan',
  10: 'custody:bitcoin',
  11: 'custody:ethereum',
  12: 'custody:tether',
  13: 'custody:bank',
  14: 'custody:paypal',
  15: 'custody:cashapp',
  16: 'custody:gcash',
  17: 'custody:paper',
  20: 'trading',
  21: 'capital',
  22: 'financing',
  23: 'shortfall',
  24: 'credit_loss',
  25: 'fees',
  26: 'plans',
  27: 'interest',
  28: 'adjustments',
  29: 'rounding',
  30: 'clearing',
  31: 'dividends',
};

/** Events of the books by their codes. */
export const EVENTS: Readonly<Record<number, string>> = {
  1: 'deposit_approved',
  2: 'demo_top_up',
  3: 'trade_opened',
  4: 'trade_closed',
  5: 'withdrawal_requested',
  6: 'withdrawal_released',
  7: 'withdrawal_approved',
  8: 'withdrawal_returned',
  9: 'adjustment',
  10: 'plan_bought',
  11: 'loan_approved',
  12: 'loan_interest',
  13: 'loan_repaid',
  14: 'loan_written_off',
  15: 'capital_granted',
  16: 'profit_share',
  17: 'overnight_financing',
  18: 'dividend',
  19: 'guest_ended',
};

/** One line of an entry, in cents: debits are positive, credits negative. */
export type Posting = { readonly account: number; readonly amount: bigint };

export type JournalEntry = {
  readonly book: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly number: bigint;
  readonly event: number;
  readonly client: string;
  readonly subject: string;
  readonly actor: string;
  /** The entry that this one corrects. */
  readonly corrects: bigint | undefined;
  readonly postings: readonly Posting[];
};

const VERSION = 1;
const HEAD = 78;
const POSTING = 10;

/** The canonical bytes of a journal entry, version 1. Refuses an entry that no books could have: one that does not balance. */
export function readJournalEntry(bytes: Uint8Array): JournalEntry {
  const lines = (bytes.length - HEAD) / POSTING;
  if (lines < 0 || !Number.isInteger(lines)) {
    throw new Refused(
      'malformed',
      `The bytes of an entry are ${HEAD} and ${POSTING} for each posting, not ${bytes.length}.`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) !== VERSION) {
    throw new Refused(
      'malformed',
      `The entry is of version ${view.getUint16(0)}; only version ${VERSION} is known here.`,
    );
  }
  const corrects = view.getBigInt64(70);
  const entry = {
    book: view.getUint16(2),
    at: Number(view.getBigInt64(4)),
    number: view.getBigInt64(12),
    event: view.getUint16(20),
    client: uuid(bytes.subarray(22, 38)),
    subject: uuid(bytes.subarray(38, 54)),
    actor: uuid(bytes.subarray(54, 70)),
    corrects: corrects === 0n ? undefined : corrects,
    postings: Array.from({ length: lines }, (_, i) => ({
      account: view.getUint16(HEAD + i * POSTING),
      amount: view.getBigInt64(HEAD + i * POSTING + 2),
    })),
  };
  isBalanced(entry);
  return entry;
}

function isBalanced({ number, postings }: JournalEntry): void {
  const sum = postings.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== 0n) throw new Refused('unproven', `Entry ${number}: its postings sum to ${dollars(sum)}, not to zero.`);
  if (postings.length < 2) throw new Refused('malformed', `Entry ${number} has fewer than two postings.`);
  if (postings.some(({ amount }) => amount === 0n))
    throw new Refused('malformed', `Entry ${number} has a posting of zero.`);
}

/** An id as people write it. */
export function uuid(bytes: Uint8Array): string {
  const digits = hex(bytes);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** Cents as people read them: 1250 is 12.50. */
export function dollars(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
