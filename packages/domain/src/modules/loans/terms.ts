import { type Cents, roundHalfEven } from '../../money/index.ts';
import type { Loan } from './model.ts';

export type LoanLevel = {
  readonly level: 1 | 2;
  readonly amount: Cents;
  readonly termDays: number;
  /** The equity that the client needs when they apply, and again when the loan is approved. */
  readonly portfolio: Cents;
};

export const LOAN_LEVELS: readonly LoanLevel[] = [
  { level: 1, amount: 200_000_000n, termDays: 25, portfolio: 35_000_000n },
  { level: 2, amount: 500_000_000n, termDays: 90, portfolio: 50_000_000n },
];

/** Simple interest of 12.17 % a year, in hundredths of a percent. */
export const INTEREST_BPS = 1_217n;
const DAYS_A_YEAR = 365n;

export function loanLevel(level: 1 | 2): LoanLevel {
  const found = LOAN_LEVELS.find((one) => one.level === level);
  if (found === undefined) throw new Error(`no loan level ${level}`);
  return found;
}

/** Interest for one UTC day: remaining principal × 12.17 % ÷ 365, half to even. Interest itself bears none. */
export function dailyInterest(principal: Cents): Cents {
  return roundHalfEven(principal * INTEREST_BPS, 10_000n * DAYS_A_YEAR);
}

/** The cost of a loan of this level if nothing is repaid before its term. */
export function interestToTerm({ amount, termDays }: LoanLevel): Cents {
  return dailyInterest(amount) * BigInt(termDays);
}

export function owedOn(loan: Loan): Cents {
  return loan.principal + loan.interest;
}

/** The UTC day of an instant, YYYY-MM-DD. Such days can be compared as text. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00.000Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return utcDay(at);
}

export type ScheduleDay = {
  readonly day: string;
  readonly interest: Cents;
  /** Interest and amount owed after this day if nothing is repaid. */
  readonly interestSoFar: Cents;
  readonly owed: Cents;
};

/** The remaining days until the term if nothing more is repaid, after `through`, the last day already charged. */
export function schedule(principal: Cents, interest: Cents, through: string, dueOn: string): ScheduleDay[] {
  const daily = dailyInterest(principal);
  const days: ScheduleDay[] = [];
  let sum = interest;
  for (let day = addDays(through, 1); day <= dueOn; day = addDays(day, 1)) {
    sum += daily;
    days.push({ day, interest: daily, interestSoFar: sum, owed: principal + sum });
  }
  return days;
}
