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
  borrowed: decimal,
  suspended_utc: text,
  suspended_reason: text,
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
  address: text,
  pay_amount: decimalOrNothing,
  rate: decimalOrNothing,
  rate_source: text,
  transaction: text,
  output_index: decimalOrNothing,
  received_amount: decimalOrNothing,
  received_rate: decimalOrNothing,
  /** Of what came beyond the coins that were asked for. */
  rest_rate: decimalOrNothing,
  /** Of the moment of a proof that came after the locked rate had lapsed. */
  late_rate: decimalOrNothing,
  late_rate_source: text,
  credited: decimalOrNothing,
  decided_by: text,
  reason: text,
  user_id: text,
  created_utc: text,
  expires_utc: text,
  proof_utc: text,
  received_utc: text,
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
  coin: text,
  address: text,
  an: text,
  bn: text,
  aname: text,
  paypalemail: text,
  cashapptag: text,
  gcashacctnumber: text,
  gcashacctname: text,
  status: text,
  payout_reference: text,
  fee_percent: decimal,
  decided_by: text,
  reason: text,
  not_received: text,
  user_id: text,
  created_utc: text,
  requested_utc: text,
  decided_utc: text,
  returned_utc: text,
  not_received_utc: text,
  traced_utc: text,
});
export type WithdrawalRow = z.infer<typeof withdrawalRow>;

export const tradeRow = z.strictObject({
  id: text,
  user_id: text,
  email: text,
  full_name: text,
  asset: text,
  direction: text,
  lots: decimal,
  open_lots: decimal,
  amount: decimal,
  required_margin: decimal,
  leverage: text,
  entry_price: decimalOrNothing,
  entry_quote: text,
  exit_price: decimalOrNothing,
  exit_quote: text,
  stop_loss: decimalOrNothing,
  take_profit: decimalOrNothing,
  /** Those that are left, nearest first: `1.10500 x 0.03; 1.11000 x 0.04`, each a price and its lots. */
  targets: text,
  result: decimalOrNothing,
  financing: decimal,
  copied_from: text,
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
  expires_on: text,
  review_on: text,
  decided_by: text,
  user_id: text,
  submitted_utc: text,
  decided_utc: text,
});
export type VerificationRow = z.infer<typeof verificationRow>;

export const auditRow = z.strictObject({
  number: decimal,
  at_utc: text,
  who: text,
  who_id: text,
  action: text,
  subject_type: text,
  subject_id: text,
  client: text,
  client_id: text,
  facts: text,
  reason: text,
});
export type AuditRow = z.infer<typeof auditRow>;

export const proposalRow = z.strictObject({
  id: text,
  what: text,
  /** What would be done, as the API's `act` has it. */
  details: text,
  amount: decimalOrNothing,
  client: text,
  client_id: text,
  status: text,
  reason: text,
  answer: text,
  proposed_by: text,
  decided_by: text,
  proposed_utc: text,
  lapses_utc: text,
  decided_utc: text,
});
export type ProposalRow = z.infer<typeof proposalRow>;

export const queueRow = z.strictObject({
  queue: text,
  id: text,
  email: text,
  full_name: text,
  amount: decimalOrNothing,
  method: text,
  late: text,
  taken_by: text,
  user_id: text,
  since_utc: text,
  target_utc: text,
  taken_until_utc: text,
});
export type QueueRow = z.infer<typeof queueRow>;

export const statementLineRow = z.strictObject({
  id: text,
  account: text,
  day: text,
  amount: decimal,
  currency: text,
  reference: text,
  transaction: text,
  file: text,
  line: decimal,
  matched_to: text,
  record_id: text,
  matched_how: text,
  matched_by: text,
  reason: text,
  matched_utc: text,
});
export type StatementLineRow = z.infer<typeof statementLineRow>;

export const statementFileRow = z.strictObject({
  id: text,
  account: text,
  name: text,
  format: text,
  lines: decimal,
  known: decimal,
  matched: decimal,
  imported_by: text,
  imported_utc: text,
});
export type StatementFileRow = z.infer<typeof statementFileRow>;

/** A deposit, payout or returned payout that no statement has, in dollars; what came in is positive. */
export const movementRow = z.strictObject({
  kind: text,
  id: text,
  account: text,
  amount: decimal,
  currency: text,
  reference: text,
  at_utc: text,
});
export type MovementRow = z.infer<typeof movementRow>;

export const staffRow = z.strictObject({
  id: text,
  email: text,
  status: text,
  role: text,
  proposal_id: text,
  since_utc: text,
});
export type StaffRow = z.infer<typeof staffRow>;

export const staffSessionRow = z.strictObject({
  id: text,
  email: text,
  member_id: text,
  device: text,
  current: text,
  created_utc: text,
  last_used_utc: text,
  expires_utc: text,
});
export type StaffSessionRow = z.infer<typeof staffSessionRow>;

export const staffRoleRow = z.strictObject({
  role: text,
  declared: text,
  members: decimal,
  /** Each by its name: `client.read; deposit.read`. */
  permissions: text,
});
export type StaffRoleRow = z.infer<typeof staffRoleRow>;

export const apiTokenRow = z.strictObject({
  id: text,
  name: text,
  status: text,
  permissions: text,
  networks: text,
  email: text,
  member_id: text,
  created_utc: text,
  expires_utc: text,
  last_used_utc: text,
});
export type ApiTokenRow = z.infer<typeof apiTokenRow>;

export const corporateActionRow = z.strictObject({
  id: text,
  type: text,
  symbol: text,
  rate: decimalOrNothing,
  new_rate: decimalOrNothing,
  old_rate: decimalOrNothing,
  ex_date: text,
  positions: decimal,
  received: decimal,
  paid: decimal,
  source: text,
  effective_utc: text,
  source_utc: text,
  recorded_utc: text,
});
export type CorporateActionRow = z.infer<typeof corporateActionRow>;
