import { instrument, session, spreadWidth, widened } from '@clearbook/domain/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import type { Market } from './market.ts';
import { createUsualSpreads } from './usual-spreads.ts';

let db: FreshDatabase;
let books: Books;
let market: Market;

beforeAll(async () => {
  db = await freshDatabase();
  market = simulatedMarket(() => books.now());
  books = openBooks(db.pool, { prices: marketPrices(market, () => books.now()) });
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

const tenths = (text: string): bigint => BigInt(text.replace('.', ''));

it('[M70] the usual range is of the open hours of seven days, as this client deals, and has what is dealt at a calm hour', async () => {
  const usual = createUsualSpreads(market, db.pool);
  for (const symbol of ['EURUSD', 'GBPJPY', 'BTC', 'AAPL'] as const) {
    const of = instrument(symbol);
    const range = await usual(symbol, 16, OPEN_MARKETS);
    const [low, high] = [tenths(range?.low ?? ''), tenths(range?.high ?? '')];
    expect(low <= high, symbol).toBe(true);
    const { quote } = market.showing(symbol, OPEN_MARKETS);
    const now = quote && spreadWidth(of, widened(of, quote, 16));
    expect(now !== undefined && now >= low && now <= high, `${symbol}: ${now} of ${low} to ${high}`).toBe(true);
    // Better terms, a narrower range.
    expect(tenths((await usual(symbol, 0, OPEN_MARKETS))?.high ?? '') < low, symbol).toBe(true);
    const halfHours = Array.from({ length: 7 * 48 }, (_, i) => OPEN_MARKETS.getTime() - (i + 1) * 1_800_000 + 420_000);
    expect(range?.quotes, symbol).toBe(halfHours.filter((at) => session(of, at).open).length);
  }
});

it('[M70] where prices come when they come, it is of what was dealt on, and unknown while that is too little', async () => {
  const live: Pick<Market, 'showing' | 'nextChange'> = { showing: market.showing };
  const later = (minutes: number) => new Date(OPEN_MARKETS.getTime() + minutes * 60_000);
  expect(await createUsualSpreads(live, db.pool)('EURUSD', 16, later(1))).toBeUndefined();
  const client = await books.openParty();
  await books.fund(client, 1_000_000n);
  for (let i = 0; i < 12; i += 1) {
    books.at(later(i));
    const order = {
      kind: 'open_trade',
      clientId: client,
      symbol: 'EURUSD',
      side: 'buy',
      lots: 1n,
      amount: 20_000n,
    } as const;
    expect((await books.run(order)).outcome.ok).toBe(true);
  }
  expect(await createUsualSpreads(live, db.pool)('EURUSD', 16, later(30))).toMatchObject({ low: '1.8', quotes: 12 });
  // A week later they are not of the last week.
  expect(await createUsualSpreads(live, db.pool)('EURUSD', 16, later(8 * 24 * 60))).toBeUndefined();
  expect(await createUsualSpreads(live, db.pool)('USDJPY', 16, later(30))).toBeUndefined();
});
