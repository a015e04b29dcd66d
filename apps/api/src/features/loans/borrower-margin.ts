import { closesWithCall } from '@clearbook/domain/loans';
import { isCalled } from '@clearbook/domain/positions';
import { atBest, type Marks, unrealisedCents } from '@clearbook/domain/trading';
import { all, Failures } from '../../platform/failures.ts';
import { closeOut, type LoanClock, send } from './clock.ts';
import { type Borrower, findBorrower, listTrading } from './loans.query.ts';

/**
 * The effect of prices on loans: a borrower's positions close when equity is at most half of their required margin. This only finds who may have to
 * be called; the ledger checks their margin again under the lock. Every process may run this at any time.
 */
export async function checkBorrowers(parts: LoanClock, now: Date): Promise<void> {
  const failures = new Failures();
  let after: string | null = null;
  for (;;) {
    const page: Borrower[] = await listTrading(parts.pool, after);
    await failures.past(all(page.map((borrower) => checkOne(parts, borrower, now))));
    const last = page.at(-1);
    if (last === undefined) return failures.throwFirst();
    after = last.loanId;
  }
}

async function checkOne(parts: LoanClock, borrower: Borrower, now: Date): Promise<void> {
  const of = { clientId: borrower.clientId, loanId: borrower.loanId };
  let called = borrower;
  if (borrower.calledAt === null) {
    if (!isCalled(marginOf(atBest(parts.market.marks(now)), borrower))) return;
    if (!(await send(parts, { kind: 'check_borrower_margin', ...of }, `margin:${of.loanId}:${now.getTime()}`))) return;
    called = (await findBorrower(parts.pool, of.loanId)) ?? borrower;
  }
  const { calledAt } = called;
  if (calledAt === null) return;
  const closing = called.positions.filter((position) => closesWithCall({ calledAt }, position));
  await closeOut(parts, called, closing, now);
  const left = await findBorrower(parts.pool, of.loanId);
  if (left?.positions.some((position) => closesWithCall({ calledAt }, position)) === false)
    await send(parts, { kind: 'check_borrower_margin', ...of }, `lift:${of.loanId}:${now.getTime()}`);
}

function marginOf(marks: Marks, borrower: Borrower): { equity: bigint; required: bigint } {
  let equity = borrower.cash + borrower.margin - borrower.owed;
  let required = 0n;
  for (const position of borrower.positions) {
    equity += unrealisedCents(position, marks, borrower);
    required += position.required;
  }
  return { equity, required };
}
