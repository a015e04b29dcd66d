import type { LoanApplication } from '@clearbook/contracts/loans';
import { interestToTerm, loanLevel } from '@clearbook/domain/loans';
import { decimalToCents } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import { usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { readAccount } from '../statements/index.ts';
import { INTEREST_PERCENT } from './loans.query.ts';

type Row = {
  client_id: string;
  level: 1 | 2;
  term_days: number;
  status: LoanApplication['status'];
  owed: string;
  due_on: string | null;
  body: { monthly_income: string; goals: string } | null;
};

/** What staff look at before they decide: the client's application, and their portfolio as it is now. */
export async function readLoanApplication(
  { pool, market, config }: { pool: Pool; market: Market; config: Pick<Config, 'mode'> },
  id: string,
  now: Date,
): Promise<LoanApplication> {
  const { rows } = await pool.query<Row>(
    `select l.client_id, l.level, l.term_days, l.status, l.principal + l.interest as owed, l.due_on::text, n.body
     from ledger.loan l left join app.note n on n.subject_id = l.id and n.kind = 'loan' where l.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`a deposit with method Loan without its loan: ${id}`);
  const { equity } = await readAccount(pool, market, row.client_id, now, config.mode);
  const level = loanLevel(row.level);
  return {
    level: row.level,
    term_days: row.term_days,
    interest_percent: INTEREST_PERCENT,
    total_to_repay: usd(level.amount + interestToTerm(level)),
    portfolio_required: usd(level.portfolio),
    portfolio: equity,
    meets_portfolio: decimalToCents(equity.amount) >= level.portfolio,
    monthly_income: row.body && { amount: row.body.monthly_income, currency: 'USD' },
    goals: row.body?.goals ?? null,
    status: row.status,
    owed: usd(BigInt(row.owed)),
    due_on: row.due_on,
  };
}
