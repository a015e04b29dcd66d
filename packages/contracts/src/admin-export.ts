import * as z from 'zod/mini';
import { decimal, decimalOrNothing } from './money.ts';

/** One row of each of Manage's tables as a file: sums and prices are `decimal`, everything else is text. */
const text = z.string();

export const userRow = z.strictObject({
  id: text,
  email: text,
  full_name: text,
  username: text,
  role: text,
  status: text,
  verified: text,
  total_balance: decimal,
  deposit_balance: decimal,
  profit_balance: decimal,
  available: decimal,
  signal_strength: decimal,
  billing_status: text,
  code_status: text,
  joined_utc: text,
});
export type UserRow = z.infer<typeof userRow>;

export const depositRow = z.strictObject({
  id: text,
  email: text,
  full_name: text,
  amount: decimal,
  method: text,
  status: text,
  credited: decimalOrNothing,
  reason: text,
  created_utc: text,
  decided_utc: text,
});
export type DepositRow = z.infer<typeof depositRow>;

export const withdrawalRow = z.strictObject({
  id: text,
  email: text,
  full_name: text,
  amount: decimal,
  fee: decimal,
  pays_out: decimal,
  method: text,
  destination: text,
  status: text,
  payout_reference: text,
  reason: text,
  created_utc: text,
  decided_utc: text,
});
export type WithdrawalRow = z.infer<typeof withdrawalRow>;

export const tradeRow = z.strictObject({
  id: text,
  email: text,
  asset: text,
  direction: text,
  lots: decimal,
  amount: decimal,
  entry_price: text,
  exit_price: text,
  result: decimalOrNothing,
  manual: decimalOrNothing,
  reason: text,
  status: text,
  closed_by: text,
  opened_utc: text,
  closed_utc: text,
});
export type TradeRow = z.infer<typeof tradeRow>;

export const verificationRow = z.strictObject({
  id: text,
  email: text,
  full_name: text,
  status: text,
  verified: text,
  front: text,
  front_reason: text,
  back: text,
  back_reason: text,
  submitted_utc: text,
  decided_utc: text,
});
export type VerificationRow = z.infer<typeof verificationRow>;

export const auditRow = z.strictObject({
  number: decimal,
  at_utc: text,
  who: text,
  action: text,
  subject_type: text,
  subject_id: text,
  client: text,
  facts: text,
  reason: text,
});
export type AuditRow = z.infer<typeof auditRow>;
