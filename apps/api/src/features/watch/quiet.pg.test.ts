import { dealtQuote, exactPrice, parsePrice } from '@clearbook/domain/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Expected, expectedClose } from '../../../../../sim/recompute-triggers.ts';
import { brokenInvariants } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { createMarket } from '../market/index.ts';

let db: FreshDatabase;
let books: WatchBooks;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

it('[W16] passes over what reaches nothing, and still leaves every trigger at the quote that reached it', async () => {
  const simulated = createSimulatedFeed('a day away');
  let watcher = await books.begin({ EURUSD: '1.1' });
  const from = books.now();
  const quotesOf = (symbol: 'ETH' | 'LTC') =>
    Array.from({ length: 28_800 }, (_, second) => {
      const at = from.getTime() + second * 1_000;
      const reading = simulated.read(symbol, new Date(at));
      return reading.state === 'good' ? [{ ...dealtQuote(reading.quote, 16), at }] : [];
    }).flat();
  const client = await books.client();
  const wanted: { id: string; expected: Expected | undefined }[] = [];
  for (const symbol of ['ETH', 'LTC'] as const) {
    const quotes = quotesOf(symbol);
    const { bid } = quotes[0]!;
    const text = (price: bigint) => exactPrice((price / 100_000_000n) * 100_000_000n);
    books.say(0, { [symbol]: text(bid) });
    for (const bps of [30n, 100n, 450n]) {
      const away = (bid * bps) / 10_000n;
      for (const order of [
        { stopLoss: text(bid - away) },
        { takeProfit: text(bid + away) },
        ...(bps === 100n && symbol === 'LTC' ? [{ trailingDistance: text(away) }] : []),
      ]) {
        const id = await books.open(client, {
          symbol,
          lots: symbol === 'ETH' ? 10n : 100n,
          amount: 100_000n,
          ...order,
        });
        const { trailing_peak: peak } = await books.trade(id);
        const price = (level: string | undefined) => (level === undefined ? null : parsePrice(level));
        const levels = {
          stop: price('stopLoss' in order ? order.stopLoss : undefined),
          target: price('takeProfit' in order ? order.takeProfit : undefined),
          distance: price('trailingDistance' in order ? order.trailingDistance : undefined),
        };
        const opening = { at: from.getTime(), bid: BigInt(peak ?? bid), ask: BigInt(peak ?? bid) };
        const later = quotes.filter(({ at }) => at > from.getTime());
        const trade = { side: 'buy' as const, openedAt: from.getTime(), levels, changes: [] };
        wanted.push({ id, expected: expectedClose(trade, [opening, ...later], Infinity) });
      }
    }
  }
  await books.rowsChanged(watcher, client);
  await watcher.mark();
  await watcher.stop();
  books.say(28_799, {});
  let looked = 0;
  const market = createMarket({
    feed: simulated,
    clock: { now: () => books.now() },
    onListenerError: (error) => {
      throw error;
    },
  });
  watcher = await books.watching({
    market: {
      ...market,
      goodQuotes: (at, symbols) => {
        looked += 1;
        return market.goodQuotes(at, symbols);
      },
    },
  });
  watcher.look(books.now());
  await watcher.settled();
  for (const { id, expected } of wanted) {
    const { exit_price: price, closed_by: why } = await books.trade(id);
    expect({ id, price, why }).toEqual({
      id,
      price: expected === undefined ? null : expected.price.toString(),
      why: expected?.why ?? null,
    });
  }
  expect(wanted.filter(({ expected }) => expected !== undefined).length).toBeGreaterThan(2);
  expect(looked).toBeLessThan(15_000);
  await watcher.stop();
});
