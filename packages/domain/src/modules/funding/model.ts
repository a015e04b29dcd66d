import type { State } from '../../kernel/state.ts';
import {
  cents,
  fixed,
  flag,
  id,
  int,
  nullable,
  oneOf,
  price,
  reading,
  type RowOf,
  rowsOf,
  table,
  text,
  time,
  units,
} from '../../kernel/table.ts';
import type { Cents } from '../../money/index.ts';

export const DEPOSITS = table(
  'deposit',
  {
    id,
    clientId: fixed(id),
    amount: fixed(cents),
    method: fixed(oneOf('bitcoin', 'ethereum', 'tether')),
    status: oneOf('awaiting_payment', 'pending', 'approved', 'rejected'),
    address: fixed(text),
    /** Coins to pay, in units of 1e-8. */
    payUnits: fixed(units),
    /** Dollars for one coin, and where that price came from. */
    rate: fixed(price),
    rateSource: fixed(text),
    expiresAt: fixed(time),
    proofFile: nullable(id),
    proofAt: nullable(time),
    /** The price when proof came after the locked rate had run out, where one could be had. */
    lateRate: nullable(price),
    lateRateSource: nullable(text),
    /** What arrived, in units of 1e-8, and when, where staff recorded it. */
    receivedUnits: nullable(units),
    receivedAt: nullable(time),
    /** What it was worth, and the coins beyond what the locked rate covers. */
    receiptRate: nullable(price),
    restRate: nullable(price),
    credited: nullable(cents),
    /** The credit, as it was typed again where that was asked for. */
    confirmed: nullable(cents),
    txid: nullable(text),
    outputIndex: nullable(int),
    createdAt: fixed(time),
    decidedAt: nullable(time),
    decidedBy: nullable(id),
  },
  // A loan's row is the deposit's decision too.
  { alone: true, entries: true, where: { method: ['bitcoin', 'ethereum', 'tether'] }, rule: 'L9' },
);
export type Deposit = RowOf<typeof DEPOSITS>;
export type DepositMethod = Deposit['method'];
/** What was requested and proved: everything that a credit is computed from. */
export type AskedDeposit = Pick<
  Deposit,
  'clientId' | 'amount' | 'method' | 'status' | 'payUnits' | 'rate' | 'expiresAt' | 'proofAt' | 'lateRate'
>;
/** A client's deposits that wait for a decision. */
export const DEPOSITS_OF = rowsOf(DEPOSITS, 'clientId', { where: { status: ['pending'] } });
/** A client's deposits that wait for a decision or may still be paid. */
export const COMING_DEPOSITS_OF = reading<Deposit>('coming deposits');

export const WITHDRAWALS = table(
  'withdrawal',
  {
    id,
    clientId: fixed(id),
    amount: fixed(cents),
    feeBps: fixed(int),
    fee: fixed(cents),
    method: fixed(oneOf('bank', 'crypto', 'paypal', 'cashapp', 'gcash')),
    coin: fixed(nullable(oneOf('bitcoin', 'ethereum', 'usdt'))),
    status: oneOf('awaiting_code', 'pending', 'approved', 'rejected', 'cancelled', 'lapsed', 'returned'),
    codeHash: nullable(text),
    codeExpiresAt: nullable(time),
    codeTries: int,
    codeSends: int,
    payoutReference: nullable(text),
    /** When the client reported that it never arrived, and when staff traced it. */
    notReceived: flag,
    notReceivedAt: nullable(time),
    tracedAt: nullable(time),
    /** The destination as a digest; null for requests older than digests. */
    payee: fixed(nullable(text)),
    createdAt: fixed(time),
    /** When it began to wait for staff: right away, or with its code. */
    requestedAt: nullable(time),
    decidedAt: nullable(time),
    decidedBy: nullable(id),
    returnedAt: nullable(time),
  },
  { alone: true, entries: true, rule: 'L11' },
);
export type Withdrawal = RowOf<typeof WITHDRAWALS>;
export type WithdrawalMethod = Withdrawal['method'];
export type Coin = NonNullable<Withdrawal['coin']>;
/** One withdrawal that was paid to a destination, by its client and payee with a blank between them. */
export const PAID_TO = rowsOf(WITHDRAWALS, ['clientId', 'payee'], { where: { status: ['approved'] }, one: true });

/** What waits for a second person about a deposit or a withdrawal (packages/domain/src/modules/proposals). */
export type Proposed = {
  readonly kind: string;
  /** It says by which payment: that one was sent. */
  readonly namesPayment: boolean;
  /** When this was first proposed, whatever became of it then. */
  readonly firstAt: Date;
  readonly lapsesAt: Date;
};
/** By the record's id. Read under its lock, which proposing takes too. */
export const PROPOSED_ABOUT = reading<Proposed>('proposed about');

/** The fee before a raise, in basis points, and the moment from which the raise applies. */
export type FeeRaise = { readonly beforeBps: number; readonly from: Date };

export type MoneySettings = {
  readonly minimumWithdrawal: Cents;
  /** Basis points, 0 to 500: as staff set it. What applies at a moment is in fee-notice.ts. */
  readonly withdrawalFeeBps: number;
  /** Set where it was raised with notice. */
  readonly feeRaise?: FeeRaise | null;
  /** Live mode: a raised fee, or one switched on, is announced first. */
  readonly announcesFees?: boolean;
};

/** The single row of settings that decisions about money read, under the key ''. */
export const SETTINGS = reading<MoneySettings>('settings');
/** Locks the settings for a client whose fee is switched on or off. */
export const FEE_OF = reading<MoneySettings>('settings, shared');

/** The proposal of this kind that waits about a record. */
export function proposedAbout(state: State, id: string, kind: string, now: Date): Proposed | undefined {
  const proposed = state.of(PROPOSED_ABOUT).get(id);
  return proposed?.kind === kind && proposed.lapsesAt > now ? proposed : undefined;
}

/** @throws if the command didn't read them */
export function moneySettings(state: State): MoneySettings {
  const settings = state.of(SETTINGS).get('');
  if (settings === undefined) throw new Error('a decision about settings that were not read');
  return settings;
}
