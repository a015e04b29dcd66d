import { hash } from 'node:crypto';
import type { Command } from '@clearbook/domain/ledger';
import { addDays, holdsUpCollection, utcDay } from '@clearbook/domain/loans';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { all, each, Failures } from '../../platform/failures.ts';
import type { Market } from '../market/index.ts';
import { type Borrower, findBorrower, type InterestDue, listInterestDue, listOver } from './loans.query.ts';

export type LoanClock = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly market: Pick<Market, 'quote' | 'marks'>;
};

/**
 * The effect of time on loans: a day's interest once the day has begun, including missed days, and the end of a term. Every
 * process may run this at any time: the keys make each effect happen once.
 */
export async function settleLoans(parts: LoanClock, now: Date): Promise<void> {
  const today = utcDay(now);
  const failures = new Failures();
  await failures.past(all((await listInterestDue(parts.pool, today)).map((due) => chargeDays(parts, due, today))));
  await failures.past(all((await listOver(parts.pool, today)).map((borrower) => end(parts, borrower, now))));
  failures.throwFirst();
}

/** Whoever repays pays for the days that have begun first, so that nobody saves them by being quicker than the clock, or by a downtime. */
export async function chargeBeforeRepaying(parts: Pick<LoanClock, 'ledger' | 'pool'>, loanId: string, now: Date) {
  const today = utcDay(now);
  for (const due of await listInterestDue(parts.pool, today, loanId)) await chargeDays(parts, due, today);
}

async function chargeDays(
  parts: Pick<LoanClock, 'ledger'>,
  { id, clientId, through, dueOn }: InterestDue,
  today: string,
): Promise<void> {
  const last = today < dueOn ? today : dueOn;
  for (let day = addDays(through, 1); day <= last; day = addDays(day, 1)) {
    // Another process may have been quicker, or the client may have repaid meanwhile.
    if (!(await send(parts, { kind: 'charge_interest', clientId, loanId: id, day }, `interest:${id}:${day}`))) return;
  }
}

/** Takes what is owed from free cash; where that is short, positions close first, and the rest is written off. */
async function end(parts: LoanClock, borrower: Borrower, now: Date): Promise<void> {
  if (borrower.cash < borrower.owed && borrower.positions.length > 0) {
    await closeOut(parts, borrower, borrower.positions, now);
    const after = await findBorrower(parts.pool, borrower.loanId);
    // What cannot be closed now is closed at its next good quote; the loan waits for it, at no cost.
    if (after === undefined || after.positions.some((position) => holdsUpCollection(after, position))) return;
  }
  const of = { clientId: borrower.clientId, loanId: borrower.loanId };
  await send(parts, { kind: 'collect_loan', ...of }, `collect:${of.loanId}:${now.getTime()}`);
  const after = await findBorrower(parts.pool, of.loanId);
  if (after !== undefined && after.cash === 0n && after.positions.length === 0)
    await send(parts, { kind: 'write_off_loan', ...of }, `write-off:${of.loanId}:${now.getTime()}`);
}

/** Closes those of a borrower's positions whose market has a good quote. */
export async function closeOut(
  parts: LoanClock,
  { clientId, loanId, markup }: Borrower,
  positions: Borrower['positions'],
  now: Date,
): Promise<void> {
  await each(positions, async ({ id, symbol }) => {
    if (!parts.market.quote(symbol, markup, now).ok) return;
    await send(parts, { kind: 'close_out_for_loan', clientId, loanId, tradeId: id }, `closeout:${id}:${now.getTime()}`);
  });
}

/** True if it was done, now or earlier under the same key. */
export async function send(
  { ledger }: Pick<LoanClock, 'ledger'>,
  command: Command & { clientId: string },
  key: string,
): Promise<boolean> {
  const { outcome } = await ledger.execute(command, {
    actorId: command.clientId,
    key,
    requestHash: hash('sha256', key),
  });
  return outcome.ok;
}
