import { parsePrice } from '@clearbook/domain/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_MARKETS, openBooks, simulatedPrices } from '../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

it('[M39] a fill keeps what the second source said, with the deviation, in its own commit; without one there is none', async () => {
  const plain = simulatedPrices(() => OPEN_MARKETS);
  const second = { source: 'twelvedata', bid: parsePrice('1.1'), ask: parsePrice('1.1'), sourceTime: OPEN_MARKETS };
  const books = openBooks(db.pool, {
    prices: {
      ...plain,
      quote(symbol, markup) {
        const found = plain.quote(symbol, markup);
        return found.ok && symbol === 'EURUSD' ? { ok: true, quote: { ...found.quote, second } } : found;
      },
    },
  });
  const clientId = await books.openParty();
  await books.fund(clientId, 1_000_000n);
  for (const symbol of ['EURUSD', 'BTC'] as const) {
    const { outcome } = await books.run({
      kind: 'open_trade',
      clientId,
      symbol,
      side: 'buy',
      lots: 1n,
      amount: 100_000n,
    });
    expect(outcome.ok).toBe(true);
  }
  const { rows } = await db.pool.query<{ symbol: string; source: string | null; right: boolean | null }>(
    `select q.symbol, s.source,
       s.deviation = round((q.feed_bid + q.feed_ask - s.bid - s.ask)::numeric * 1000000 / (s.bid + s.ask)) as right
     from ledger.fill f join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) left join ledger.quote_second s on (s.book, s.quote_id) = (q.book, q.id) order by 1`,
  );
  expect(rows).toEqual([
    { symbol: 'BTC', source: null, right: null },
    { symbol: 'EURUSD', source: 'twelvedata', right: true },
  ]);
  await expect(db.pool.query('update ledger.quote_second set deviation = 0')).rejects.toThrow('permission denied');
});
