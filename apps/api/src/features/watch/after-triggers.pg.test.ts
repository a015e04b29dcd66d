import { parsePrice } from '@clearbook/domain/market';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import { unwatched } from './unwatched.ts';
import type { Watcher } from './watcher.ts';

let db: FreshDatabase;
let books: WatchBooks;
let watcher: Watcher;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool, {
    get unwatched() {
      const from = watcher?.watchedUntil;
      return from && unwatched(books.market, from, books.now());
    },
  });
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});
beforeEach(async () => {
  await watcher?.stop();
  watcher = await books.begin({ EURUSD: '1.1' });
  await watcher.mark();
});

const free = (clientId: string, tradeId: string) =>
  books.run({ kind: 'amend_trade', clientId, tradeId, stopLoss: null, takeProfit: null, trailingDistance: null });

describe('who comes after a price', () => {
  it('[W19] a client takes back no stop, target or order that a quote has reached, however late that is decided', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    const trailing = await books.open(client, { trailingDistance: '0.0010' });
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0994' });
    await books.rowsChanged(watcher, client);
    books.say(1, { EURUSD: '1.1020' });
    books.say(1, { EURUSD: '1.1008' });
    books.say(1, { EURUSD: '1.0990' });
    books.say(1, { EURUSD: '1.1' });
    const asked = [
      free(client, stop),
      books.run({ kind: 'close_trade', clientId: client, tradeId: trailing, lots: null }),
      books.run({ kind: 'cancel_order', clientId: client, orderId: order }),
    ];
    watcher.look(books.now());
    const answers = await Promise.all(asked);
    expect(answers.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.refusal.code))).toEqual([
      'trade.already_closed',
      'trade.already_closed',
      'order.not_working',
    ]);
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: parsePrice('1.09891').toString() });
    expect(await books.trade(trailing)).toMatchObject({ exit_price: parsePrice('1.10071').toString() });
    expect(await books.order(order)).toMatchObject({ status: 'filled' });
  });

  it('[W19] what no quote has reached is theirs right away, and while nobody has caught up they are asked to come again', async () => {
    const client = await books.client();
    const id = await books.open(client, { stopLoss: '1.0995' });
    books.say(1, { EURUSD: '1.0996' });
    expect((await free(client, id)).outcome.ok).toBe(true);
    for (let said = 0; said < 61; said += 1) books.say(1, { EURUSD: '1.1' });
    await expect(free(client, id)).rejects.toThrow('the database could not take it');
  }, 20_000);
});
