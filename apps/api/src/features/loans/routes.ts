import type { LoanLevels } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { dailyInterest, interestToTerm, LOAN_LEVELS } from '@clearbook/domain/loans';
import { decimalToCents } from '@clearbook/domain/money';
import { minuteRoundedUp } from '@clearbook/domain/periods';
import { standsUntil, type TimeOut } from '@clearbook/domain/protection';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { executeAndShow, usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { readAccount } from '../statements/index.ts';
import { chargeBeforeRepaying } from './clock.ts';
import { type Lending, lends, requireLending } from './lending.ts';
import { findLoan, findLoanDetail, hasOpenLoan, INTEREST_PERCENT, listLoans } from './loans.query.ts';

export type LoanDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly market: Market;
  readonly config: Lending;
};

type Standing = { status: string; kind: TimeOut['kind'] | null; until: Date; return_at: Date | null };

/** What of a client's own standing, a break of theirs included (Y5), keeps them from applying. */
function obstacleOf(standing: Standing | undefined, now: Date): string | null {
  if (standing?.status !== 'active') return messages.loan.suspended;
  const { kind, until: least, return_at: returnAt } = standing;
  const until = kind === null ? undefined : standsUntil({ kind, until: least, returnAt }, now);
  if (until === undefined) return null;
  if (until === null) return messages.protection.excluded;
  return messages.protection[kind === 'self_exclusion' ? 'selfExclusion' : 'timeOut'](minuteRoundedUp(until));
}

export function loanRoutes(register: Register, { ledger, pool, market, config }: LoanDeps): void {
  register('GET /loan-levels', async ({ actor, query, now }): Promise<LoanLevels> => {
    const [{ equity }, open, standing] = await Promise.all([
      readAccount(pool, market, actor.userId, now, config.mode),
      hasOpenLoan(pool, actor.userId),
      pool.query<Standing>(
        'select p.status, o.kind, o.until, o.return_at from ledger.party p left join ledger.time_out o on o.book = p.book and o.client_id = p.id where p.id = $1',
        [actor.userId],
      ),
    ]);
    const portfolio = decimalToCents(equity.amount);
    const { data, next_cursor } = pageOf(LOAN_LEVELS, ({ level }) => String(level), query);
    return {
      offered: lends(config),
      licence: config.lendingLicence ?? null,
      portfolio: equity,
      obstacle: !lends(config)
        ? messages.loan.notOffered
        : (obstacleOf(standing.rows[0], now) ?? (open ? messages.loan.alreadyOpen : null)),
      data: data.map((level) => ({
        level: level.level,
        amount: usd(level.amount),
        term_days: level.termDays,
        interest_percent: INTEREST_PERCENT,
        interest_per_day: usd(dailyInterest(level.amount)),
        interest_to_term: usd(interestToTerm(level)),
        total_to_repay: usd(level.amount + interestToTerm(level)),
        portfolio_required: usd(level.portfolio),
        meets_portfolio: portfolio >= level.portfolio,
      })),
      next_cursor,
    };
  });

  register('GET /loans', ({ actor, query }) => listLoans(pool, actor.userId, query));

  register('POST /loans', async (request) => {
    const { actor, body } = request;
    requireLending(config);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'apply_loan',
        clientId: actor.userId,
        level: body.level,
        monthlyIncome: usdToCents(body.monthly_income),
        goals: body.goals,
      },
      request,
      async (done) => found(await findLoan(pool, actor.userId, done.id)),
    );
  });

  register('GET /loans/:id', async ({ actor, params }) => found(await findLoanDetail(pool, actor.userId, params.id)));

  register('POST /loans/:id/repay', async (request) => {
    const { actor, params, body, now } = request;
    found(await findLoan(pool, actor.userId, params.id));
    await chargeBeforeRepaying({ ledger, pool }, params.id, now);
    return executeAndShow(
      { ledger, pool },
      { kind: 'repay_loan', clientId: actor.userId, loanId: params.id, amount: usdToCents(body.amount) },
      request,
      async () => found(await findLoan(pool, actor.userId, params.id)),
    );
  });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'loan.not_found', messages.loan.notFound);
  return value;
}
