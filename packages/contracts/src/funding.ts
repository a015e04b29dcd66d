import * as z from 'zod/mini';
import { email, id, line, time } from './common.ts';
import { messages } from './messages.ts';
import { money, usdAmount } from './money.ts';

/** How long a deposit's rate is locked, in seconds. */
export const DEPOSIT_WINDOW_SECONDS = 3600;

/** The stored method of a loan, as the specification spells it. */
export const LOAN_METHOD = 'Loan';
export const depositMethod = z.enum(['bitcoin', 'ethereum', 'tether'], { error: messages.deposit.methodRequired });
export type DepositMethod = z.infer<typeof depositMethod>;

export const createDepositBody = z.strictObject({
  amount: usdAmount(messages.deposit.amountRequired),
  method: depositMethod,
});

export const depositStatus = z.enum(['awaiting_payment', 'pending', 'approved', 'rejected']);
export const deposit = z.strictObject({
  id,
  amount: money,
  method: z.string(),
  status: depositStatus,
  expired: z.boolean(),
  address: z.nullable(z.string()),
  pay_amount: z.nullable(money),
  rate: z.nullable(z.string()),
  expires_at: z.nullable(time),
  /** Until then, by the server's clock at this answer: a browser whose clock is wrong counts right all the same. */
  seconds_left: z.number(),
  proof: z.boolean(),
  /** For GET /files/:id. */
  proof_file: z.nullable(id),
  credited: z.nullable(money),
  reason: z.nullable(z.string()),
  created_at: time,
  decided_at: z.nullable(time),
});
export type Deposit = z.infer<typeof deposit>;

export const conversionQuery = z.strictObject({
  amount: usdAmount(messages.deposit.amountRequired),
  method: depositMethod,
});
export const conversion = z.strictObject({ pay_amount: money, rate: z.string(), source: z.string() });

const amount = usdAmount(messages.withdrawal.amountRequired);
/** The fee the client was shown, echoed back so that nobody is charged one they did not see. */
const expected_fee = z.optional(z.string().check(z.regex(/^\d{1,12}\.\d{2}$/, { error: messages.amount.format })));

export const withdrawalMethod = z.enum(['bank', 'crypto', 'paypal', 'cashapp', 'gcash'], {
  error: messages.withdrawal.methodRequired,
});
export type WithdrawalMethod = z.infer<typeof withdrawalMethod>;
export const coin = z.enum(['bitcoin', 'ethereum', 'usdt'], { error: messages.withdrawal.coinRequired });

export const createWithdrawalBody = z.discriminatedUnion(
  'method',
  [
    z.strictObject({
      method: z.literal('bank'),
      amount,
      expected_fee,
      an: z
        .string({ error: messages.withdrawal.accountNumberRequired })
        .check(
          z.trim(),
          z.minLength(1, { error: messages.withdrawal.accountNumberRequired, abort: true }),
          z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{3,39}$/, { error: messages.withdrawal.accountNumberFormat }),
        ),
      bn: line(120, messages.withdrawal.bankNameRequired),
      aname: line(120, messages.withdrawal.accountNameRequired),
    }),
    z.strictObject({
      method: z.literal('crypto'),
      amount,
      expected_fee,
      coin,
      /** Checked by checksum against the coin's network in the domain; here only its shape. */
      address: z
        .string({ error: messages.withdrawal.addressRequired })
        .check(
          z.trim(),
          z.minLength(1, { error: messages.withdrawal.addressRequired, abort: true }),
          z.regex(/^[A-Za-z0-9]{20,100}$/, { error: messages.withdrawal.addressFormat }),
        ),
    }),
    z.strictObject({
      method: z.literal('paypal'),
      amount,
      expected_fee,
      paypalemail: email(messages.withdrawal.paypalRequired, messages.login.emailInvalid),
    }),
    z.strictObject({
      method: z.literal('cashapp'),
      amount,
      expected_fee,
      cashapptag: z
        .string({ error: messages.withdrawal.cashtagRequired })
        .check(
          z.trim(),
          z.minLength(1, { error: messages.withdrawal.cashtagRequired, abort: true }),
          z.regex(/^\$?[A-Za-z][A-Za-z0-9_-]{0,29}$/, { error: messages.withdrawal.cashtagFormat }),
        ),
    }),
    z.strictObject({
      method: z.literal('gcash'),
      amount,
      expected_fee,
      gcashacctnumber: z
        .string({ error: messages.withdrawal.gcashNumberRequired })
        .check(
          z.trim(),
          z.minLength(1, { error: messages.withdrawal.gcashNumberRequired, abort: true }),
          z.regex(/^\+?[0-9]{7,15}$/, { error: messages.withdrawal.gcashNumberFormat }),
        ),
      gcashacctname: line(120, messages.withdrawal.gcashNameRequired),
    }),
  ],
  { error: messages.withdrawal.methodRequired },
);
export type CreateWithdrawalBody = z.infer<typeof createWithdrawalBody>;

export const withdrawalStatus = z.enum([
  'awaiting_code',
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'lapsed',
  'returned',
]);
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>;
export const withdrawalCreated = z.strictObject({ id, status: withdrawalStatus, fee: money, net: money });

const destinationField = z.nullable(z.string());
/** Where a withdrawal goes, field by field, by the specification's names. Null: another method's field, or erased with its person. */
export const destinationFields = {
  coin: destinationField,
  address: destinationField,
  an: destinationField,
  bn: destinationField,
  aname: destinationField,
  paypalemail: destinationField,
  cashapptag: destinationField,
  gcashacctnumber: destinationField,
  gcashacctname: destinationField,
};
export type DestinationField = keyof typeof destinationFields;
export const DESTINATION_FIELDS = Object.keys(destinationFields) as readonly DestinationField[];

export const timelineStep = z.strictObject({ status: z.string(), at: time, text: z.string() });
export const withdrawal = z.strictObject({
  id,
  amount: money,
  fee: money,
  net: money,
  method: withdrawalMethod,
  destination: z.string(),
  ...destinationFields,
  status: withdrawalStatus,
  overdue: z.boolean(),
  not_received: z.boolean(),
  code_expires_at: z.nullable(time),
  code_seconds_left: z.number(),
  /** How often the code can still be entered; 0 where none is waited for. */
  code_tries_left: z.number(),
  /** Where the code that it waits for comes from (D4); null where it waits for none. */
  code_from: z.nullable(z.enum(['email', 'authenticator'])),
  payout_reference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: time,
  decided_at: z.nullable(time),
  timeline: z.array(timelineStep),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** What a withdrawal of this client would cost now: shown before they confirm. */
export const withdrawalTerms = z.strictObject({
  withdrawable: money,
  /** What the client owes: borrowed money is traded, not withdrawn. */
  owed: money,
  minimum: money,
  fee_applies: z.boolean(),
  fee_percent: z.string(),
  /** What the fee changes to, and from when, as far as the client was told: soonest first. */
  announced_fees: z.array(z.strictObject({ from: time, percent: z.string() })),
  code_required: z.boolean(),
});
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;

export const confirmWithdrawalBody = z.strictObject({
  code: z
    .string({ error: messages.withdrawal.codeRequired })
    .check(z.regex(/^\d{6}$/, { error: messages.withdrawal.codeFormat })),
});

/** How well a client of a live site is known: by a confirmed email, by their documents, and by where their money comes from as well. */
export const clientLevel = z.enum(['email', 'identity', 'funds']);
export type ClientLevel = z.infer<typeof clientLevel>;

/** What a client can deposit in one period. */
export const depositAllowance = z.strictObject({
  limit: money,
  /** Credited in it, and asked for. */
  used: money,
  left: money,
  resets_at: time,
});
export type DepositAllowance = z.infer<typeof depositAllowance>;

/** What a client can deposit at their level. Withdrawals have no limit. */
export const depositLimits = z.strictObject({
  /** Null in demo mode, where nobody has a level or a limit. */
  level: z.nullable(clientLevel),
  /** The identity is approved, and the level that of a confirmed email until a new document is. */
  document_expired: z.boolean(),
  funds_documented: z.boolean(),
  /** Null: no limit. */
  day: z.nullable(depositAllowance),
  month: z.nullable(depositAllowance),
  /** The limits of every level. */
  levels: z.array(z.strictObject({ level: clientLevel, day: z.nullable(money), month: z.nullable(money) })),
});
export type DepositLimits = z.infer<typeof depositLimits>;
