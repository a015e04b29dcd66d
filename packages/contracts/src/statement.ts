import * as z from 'zod/mini';
import { count, cursor, day, id, searchText, time } from './common.ts';
import { symbol } from './market.ts';
import { decimal, money } from './money.ts';

/** What a statement can be narrowed to. Each kind stands for the events that a person would look for together. */
export const STATEMENT_KINDS = {
  deposits: ['deposit_approved', 'demo_top_up', 'capital_granted'],
  withdrawals: [
    'withdrawal_requested',
    'withdrawal_released',
    'withdrawal_approved',
    'withdrawal_returned',
    'guest_ended',
  ],
  trades: ['trade_opened', 'trade_closed', 'overnight_financing', 'dividend'],
  plans: ['plan_bought'],
  loans: ['loan_approved', 'loan_interest', 'loan_repaid', 'loan_written_off'],
  copying: ['profit_share'],
  manual: ['adjustment'],
} as const;
export const statementKind = z.enum(['deposits', 'withdrawals', 'trades', 'plans', 'loans', 'copying', 'manual']);
export type StatementKind = z.infer<typeof statementKind>;

const filters = {
  kind: z.optional(statementKind),
  /** First and last day, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** Part of a symbol or of a reference, or an entry's whole number. */
  q: z.optional(searchText(100)),
};
export const statementFilters = z.strictObject(filters);
export type StatementFilters = z.infer<typeof statementFilters>;
export const statementQuery = z.strictObject({
  ...filters,
  limit: count(200),
  /** An entry's number. */
  cursor: cursor(/^\d{1,18}$/),
});

/** One journal entry in words, with what it did to the client's money and where that stood afterwards. */
export const statementLine = z.strictObject({
  number: z.string(),
  at: time,
  event: z.string(),
  title: z.string(),
  text: z.string(),
  /** What the outside world calls it: a transaction id, a payout reference. */
  reference: z.nullable(z.string()),
  /** The record it is about, where there is a page that shows it. */
  subject: z.nullable(
    z.strictObject({ type: z.enum(['deposit', 'withdrawal', 'trade', 'purchase', 'loan', 'copy']), id }),
  ),
  /** Written by a person of staff, with a reason, instead of following from a quote or a payment. */
  manual: z.boolean(),
  reason: z.nullable(z.string()),
  /** To the total balance, to the free cash, and to what is owed. */
  change: money,
  cash_change: money,
  owed_change: money,
  /** Total balance and free cash after this entry, whatever the list is narrowed to. */
  balance: money,
  cash: money,
});
export type StatementLine = z.infer<typeof statementLine>;

/** A split that a trade was held through: no entry, since no money moved by it. */
export const statementSplit = z.strictObject({
  corporate_action_id: id,
  trade_id: id,
  at: time,
  symbol,
  new_rate: z.number(),
  old_rate: z.number(),
  lots_before: z.string(),
  lots: z.string(),
  title: z.string(),
  text: z.string(),
  balance: money,
  cash: money,
});
export type StatementSplit = z.infer<typeof statementSplit>;

/** A month of the whole account, whatever the list is narrowed to. `closing` is where the month stands so far, or where it ended. */
export const statementMonth = z.strictObject({
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  opening: money,
  added: money,
  taken: money,
  closing: money,
});
export type StatementMonth = z.infer<typeof statementMonth>;

export const statement = z.strictObject({
  data: z.array(statementLine),
  /** Splits of the time that the lines above are of, newest first. */
  splits: z.array(statementSplit),
  next_cursor: z.nullable(z.string()),
  /** The months of the lines above, newest first. */
  months: z.array(statementMonth),
  /** Now, from the same snapshot as the lines: equal to the dashboard's. */
  total_balance: money,
  available: money,
  borrowed: money,
  /** All manual corrections of this account together. */
  manual: z.strictObject({ count: z.number(), sum: money }),
});
export type Statement = z.infer<typeof statement>;

/** One row of the file, its columns in this order. */
export const statementRow = z.strictObject({
  entry: z.string(),
  time_utc: z.string(),
  event: z.string(),
  what: z.string(),
  details: z.string(),
  manual: z.string(),
  reason: z.string(),
  reference: z.string(),
  currency: z.string(),
  change_to_total: decimal,
  change_to_cash: decimal,
  change_to_owed: decimal,
  total_balance: decimal,
  cash: decimal,
});
export type StatementRow = z.infer<typeof statementRow>;
