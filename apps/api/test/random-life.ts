import { instrument, priceStep, type Symbol } from '@clearbook/domain/market';
import { addDays, utcDay } from '@clearbook/domain/loans';
import { v7 as newId } from 'uuid';
import { CorporateActionBooking } from '../src/features/corporate-actions/index.ts';
import type { Market } from '../src/features/market/index.ts';
import { settleLoans } from '../src/features/loans/index.ts';
import { Nights } from '../src/features/watch/nights.ts';
import { quiet } from './books.ts';
import type { CopyBooks } from './copies.ts';
import type { FreshDatabase } from './database.ts';

/** Some of each class, in dollars and not. */
const TRADED: readonly (readonly [Symbol, lots: bigint])[] = [
  ['EURUSD', 3n],
  ['USDJPY', 2n],
  ['BTC', 2n],
  ['SOL', 300n],
  ['KO', 700n],
];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A sequence that looks random, the same for the same seed. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type World = { readonly db: FreshDatabase; readonly books: CopyBooks; readonly market: Market };
type Life = { clientId: string; leadId: string; staffId: string; open: string[]; next: (below: number) => number };

const log = { info: () => undefined, ...quiet };
const HOURS = 16 * 24;

/**
 * Sixteen days of a client to whom everything happens that moves money: deposits, payouts and their return, trades in parts and copied ones, nights, a
 * dividend, a loan with its interest, a plan, and what staff enter by hand. What a rule refuses does not happen.
 */
export async function liveRandomly(world: World, seed: number, begins: Date): Promise<string> {
  const { db, books, market } = world;
  const next = sequence(seed);
  books.at(begins);
  const { traderId, leadId } = await books.openTrader(2_000_000n, { profitShareBps: 2_000 });
  const life: Life = {
    ...{ leadId, open: [], next },
    staffId: await books.openParty('staff'),
    clientId: await books.openParty(),
  };
  const { clientId, staffId } = life;
  for (let i = 0; i < 3; i += 1) await books.fund(clientId, 10_000_000n);
  await books.run({ kind: 'adjust', staffId, clientId, direction: 'credit', amount: 5_000_000n, reason: 'to begin with', corrects: null }); // prettier-ignore
  await books.run({ kind: 'start_copy', clientId, traderId, amount: 400_000n, copyOpen: false, stopLoss: null });
  await borrow(books, life);
  for (const side of ['buy', 'sell'] as const)
    await books.run({ kind: 'open_trade', clientId, symbol: 'KO', side, lots: 900n, amount: 400_000n });
  const announced = [newId(), 'KO', 5_100_000_000n, addDays(utcDay(begins), 5), 'exchange', begins, begins];
  await db.pool.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $7)', announced);
  const parts = { pool: db.pool, ledger: books.ledger, market, log };
  const nights = new Nights(parts);
  for (let hour = 1; hour < HOURS; hour += 1 + next(7)) {
    books.at(new Date(begins.getTime() + hour * HOUR_MS + next(60) * MINUTE_MS));
    const dividends = new CorporateActionBooking(parts, () => undefined);
    await dividends.read();
    await dividends.book(books.now());
    await nights.charge(books.now());
    await settleLoans(parts, books.now());
    await act(world, life);
    await books.engine.work();
  }
  return clientId;
}

async function borrow(books: CopyBooks, { clientId, staffId }: Life): Promise<void> {
  const { outcome } = await books.run({
    kind: 'apply_loan',
    clientId,
    level: 1,
    monthlyIncome: 500_000n,
    goals: 'a house',
  });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  const loanId = (outcome.result as { id: string }).id;
  const reviewed = await books.run({
    kind: 'review_loan',
    staffId,
    clientId,
    loanId,
    decision: 'approve',
    reason: 'r',
  });
  if (!reviewed.outcome.ok) throw new Error(reviewed.outcome.refusal.code);
}

async function act(world: World, life: Life): Promise<void> {
  const { books } = world;
  const { clientId, leadId, staffId, open, next } = life;
  const one = next(20);
  if (one < 8) {
    const [symbol, lots] = TRADED[next(TRADED.length)] ?? ['BTC', 1n];
    const side = next(2) === 0 ? 'buy' : 'sell';
    const stop = next(2) === 0 ? null : stopFor(world, symbol, side);
    const order = { kind: 'open_trade', clientId, symbol, side, lots: lots * BigInt(1 + next(3)), amount: 300_000n } as const;
    const { outcome } = await books.run({ ...order, ...(stop !== null && { stopLoss: stop }) });
    if (outcome.ok) open.push(outcome.result.trade_id);
  } else if (one < 14) {
    const id = open[next(open.length)];
    if (id === undefined) return;
    await books.run({ kind: 'close_trade', clientId, tradeId: id, lots: next(3) === 0 ? 1n : null });
  } else if (one === 14) await books.run({ kind: 'top_up', clientId, amount: BigInt(100 + next(90_000)) });
  else if (one === 15) await payOut(books, life);
  else if (one === 16) {
    const direction = next(2) === 0 ? 'credit' : 'debit';
    const corrects = direction === 'debit' ? 1n : null;
    await books.run({ kind: 'adjust', staffId, clientId, direction, amount: BigInt(1 + next(900)), reason: 'r', corrects });
  } else if (one === 17) {
    const tradeId = await books.lead(leadId, { lots: 500n, amount: 200_000n }).catch(() => undefined);
    await books.engine.work();
    if (tradeId === undefined) return;
    books.at(new Date(books.now().getTime() + 20 * MINUTE_MS));
    await books.close(leadId, tradeId);
  } else if (one === 18) await books.run({ kind: 'buy_signal_plan', clientId, planId: 'basic' });
  else
    await books.run({ kind: 'record_trade', staffId, clientId, outcome: 'profit', symbol: 'BTC', side: 'buy', amount: 700n, reason: 'r', corrects: null }); // prettier-ignore
}

async function payOut(books: CopyBooks, { clientId, staffId, next }: Life): Promise<void> {
  const withdrawalId = newId();
  const about = { clientId, withdrawalId };
  await books.run({ kind: 'request_withdrawal', ...about, amount: BigInt(5_000 + next(5_000)), method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'h' }); // prettier-ignore
  const decision = next(4) === 0 ? 'reject' : 'approve';
  await books.run({ kind: 'decide_withdrawal', staffId, ...about, decision, reason: 'no such account', payoutReference: `WIRE/${withdrawalId}` }); // prettier-ignore
  if (next(3) === 0) await books.run({ kind: 'return_withdrawal', staffId, ...about, reason: 'account closed' });
}

/** Some percent from the market, on a tick. */
function stopFor({ books, market }: World, symbol: Symbol, side: 'buy' | 'sell'): bigint {
  const { quote } = market.showing(symbol, books.now());
  if (quote === undefined) throw new Error(`no price of ${symbol}`);
  const step = priceStep(instrument(symbol));
  return ((side === 'buy' ? (quote.bid * 94n) / 100n : (quote.ask * 106n) / 100n) / step) * step;
}
