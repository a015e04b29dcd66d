import type { Priced } from '@clearbook/domain/ledger';
import { dealtQuote, type DealtQuote, simulatedQuote, type Symbol, type Width } from '@clearbook/domain/market';
import { marksFrom } from '@clearbook/domain/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { readStatement, statementRows } from './statement.query.ts';

let db: FreshDatabase;
let books: Books;
/** Percent of the first price. */
let left = 100n;

function quote(symbol: Symbol, markup: Width): Priced<DealtQuote> {
  const still = simulatedQuote('covered', symbol, OPEN_MARKETS.getTime());
  const scaled = (price: bigint) => (price * left) / 100n;
  const feed = { ...still, id: `${still.id}:${left}`, bid: scaled(still.bid), ask: scaled(still.ask) };
  return { ok: true, quote: dealtQuote({ ...feed, receivedTime: OPEN_MARKETS }, markup) };
}

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool, { prices: { quote, conversion: () => quote('EURUSD', 0), ...marksFrom(quote) } });
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

it('[E3] a loss beyond the collateral says what of it was the client’s and what we covered', async () => {
  const clientId = await books.openParty();
  await books.fund(clientId, 1_200_000n);
  const { outcome } = await books.run({
    kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 100n, amount: 1_200_000n,
  }); // prettier-ignore
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  left = 80n;
  await books.run({ kind: 'close_trade', clientId, tradeId: outcome.result.trade_id, lots: null });
  const { rows } = await db.pool.query<{ lost: string; covered: string }>(
    `select to_char(-realised / 100.0, 'FM999,990.00') as lost, to_char(shortfall / 100.0, 'FM999,990.00') as covered from ledger.trade where client_id = $1`,
    [clientId],
  );
  const [trade] = rows;
  const [line] = (await readStatement(db.pool, clientId, {})).data;
  // 20 % of a lot is beyond $12,000.
  expect(line?.change.amount).toBe('-12000.00');
  expect(line?.text).toBe(
    `Loss of $${trade?.lost}. Your collateral of $12,000.00 went to it, and we covered the other $${trade?.covered}.`,
  );
  const { value: row } = await statementRows(db.pool, clientId, {}).next();
  expect(row).toMatchObject({ details: line?.text });
});
