import * as z from 'zod/mini';
import { cursorList, id, paragraph, time } from './common.ts';
import { messages } from './messages.ts';
import { money, usdAmount } from './money.ts';

export const loanLevelNumber = z.union([z.literal(1), z.literal(2)], { error: messages.loan.levelRequired });
export type LoanLevelNumber = z.infer<typeof loanLevelNumber>;

/** A UTC day, YYYY-MM-DD. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** What a level costs and asks for, and whether this client meets it now. */
export const loanLevel = z.strictObject({
  level: loanLevelNumber,
  amount: money,
  term_days: z.number(),
  /** Percent a year, simple. */
  interest_percent: z.string(),
  interest_per_day: money,
  interest_to_term: money,
  total_to_repay: money,
  portfolio_required: money,
  meets_portfolio: z.boolean(),
});
export type LoanLevel = z.infer<typeof loanLevel>;

export const loanLevels = z.strictObject({
  /** False where the operator of a live installation has no licence to lend. */
  offered: z.boolean(),
  licence: z.nullable(z.string()),
  /** This client's equity now: what the portfolio required is compared with. */
  portfolio: money,
  /** Why this client cannot apply now, whatever their portfolio; null where they can. */
  obstacle: z.nullable(z.string()),
  ...cursorList(loanLevel).shape,
});
export type LoanLevels = z.infer<typeof loanLevels>;

export const applyLoanBody = z.strictObject({
  level: loanLevelNumber,
  monthly_income: usdAmount(messages.loan.incomeRequired),
  goals: paragraph(1_000, messages.loan.goalsRequired),
});
export type ApplyLoanBody = z.infer<typeof applyLoanBody>;

export const repayLoanBody = z.strictObject({ amount: usdAmount(messages.amount.required) });

export const loanStatus = z.enum(['pending', 'approved', 'rejected', 'repaid', 'written_off']);
export type LoanStatus = z.infer<typeof loanStatus>;

export const loan = z.strictObject({
  id,
  level: loanLevelNumber,
  amount: money,
  term_days: z.number(),
  interest_percent: z.string(),
  status: loanStatus,
  /** Owed now = principal + interest. */
  principal: money,
  interest: money,
  owed: money,
  interest_per_day: money,
  interest_charged: money,
  repaid: money,
  written_off: money,
  /** What will have been repaid in all at the term, where nothing more is repaid before. */
  total_to_repay: money,
  /** UTC days; null until the loan is approved. */
  approved_on: z.nullable(day),
  due_on: z.nullable(day),
  /** Set while the client's positions are being closed because equity fell to half of the required margin. */
  called_at: z.nullable(time),
  reason: z.nullable(z.string()),
  created_at: time,
  decided_at: z.nullable(time),
  closed_at: z.nullable(time),
});
export type Loan = z.infer<typeof loan>;

export const loanDay = z.strictObject({ day, interest: money, owed: money });
export const loanMovement = z.strictObject({
  entry_number: z.string(),
  event: z.enum(['loan_approved', 'loan_interest', 'loan_repaid', 'loan_written_off']),
  at: time,
  amount: money,
});
export type LoanMovement = z.infer<typeof loanMovement>;

export const loanDetail = z.strictObject({
  ...loan.shape,
  /** Day by day what is still to come, where nothing more is repaid. */
  schedule: z.array(loanDay),
  /** What was lent, charged and repaid, newest first. */
  movements: z.array(loanMovement),
});
export type LoanDetail = z.infer<typeof loanDetail>;

/** What staff see beside a deposit with method Loan before they decide. */
export const loanApplication = z.strictObject({
  level: loanLevelNumber,
  term_days: z.number(),
  interest_percent: z.string(),
  total_to_repay: money,
  portfolio_required: money,
  /** The client's equity now. */
  portfolio: money,
  meets_portfolio: z.boolean(),
  /** What the client wrote; null once it was erased. */
  monthly_income: z.nullable(money),
  goals: z.nullable(z.string()),
  status: loanStatus,
  owed: money,
  due_on: z.nullable(day),
});
export type LoanApplication = z.infer<typeof loanApplication>;
