import { parsePrice } from '@clearbook/domain/market';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import type { Watcher } from './watcher.ts';

let db: FreshDatabase;
let books: WatchBooks;
let watcher: Watcher;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
});
afterAll(async () => {
  await watcher.stop();
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await books.ledger.close();
  await db.drop();
});
beforeEach(async () => {
  await watcher?.stop();
  watcher = await books.begin({ EURUSD: '1.1' });
});

const TARGETS = [
  { price: parsePrice('1.101'), lots: 3n },
  { price: parsePrice('1.102'), lots: 4n },
];

async function opened(clientId: string, takeProfit: string | null = null): Promise<string> {
  const { outcome } = await books.run({
    kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 80_000n, targets: TARGETS,
    takeProfit: takeProfit === null ? null : parsePrice(takeProfit),
  }); // prettier-ignore
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result['trade_id'] ?? '';
}
async function fillsOf(id: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ fill: string }>(
    `select f.lots || ' ' || f.price / 100000 as fill from ledger.fill f where f.trade_id = $1 and f.kind = 'close' order by f.at, f.lots`,
    [id],
  );
  return rows.map(({ fill }) => fill);
}

describe('targets as prices are watched', () => {
  it('[J15] each closes its part at the quote that reached it, and the take profit the rest', async () => {
    const client = await books.client();
    const id = await opened(client, '1.103');
    await books.rowsChanged(watcher, client);
    await books.tick(watcher, { EURUSD: '1.1009' });
    expect(await fillsOf(id)).toEqual([]);
    await books.tick(watcher, { EURUSD: '1.1012' });
    expect(await fillsOf(id)).toEqual(['3 110111']);
    await books.tick(watcher, { EURUSD: '1.1005' });
    await books.tick(watcher, { EURUSD: '1.1015' });
    expect(await fillsOf(id)).toEqual(['3 110111']);
    await books.tick(watcher, { EURUSD: '1.1023' });
    expect(await books.trade(id)).toMatchObject({ status: 'active', open_lots: '3', closed_by: 'take_profit' });
    await books.tick(watcher, { EURUSD: '1.1033' });
    expect(await books.trade(id)).toMatchObject({ status: 'closed', closed_by: 'take_profit' });
    expect(await fillsOf(id)).toEqual(['3 110111', '4 110221', '3 110321']);
    expect(books.codes().filter((code) => !code.endsWith(' ok'))).toEqual([]);
  });

  it('[J15] [W11] one quote passes several, two processes look, and each trade has one fill of all their lots', async () => {
    const client = await books.client();
    const ids = await Promise.all(Array.from({ length: 10 }, () => opened(client)));
    const other = await books.watching();
    await books.rowsChanged(watcher, client);
    books.say(1, { EURUSD: '1.1025' });
    watcher.look(books.now());
    other.look(books.now());
    await Promise.all([watcher.settled(), other.settled()]);
    await other.stop();
    for (const id of ids) {
      expect(await fillsOf(id)).toEqual(['7 110241']);
      expect(await books.trade(id)).toMatchObject({ status: 'active', open_lots: '3' });
    }
  });

  it('[J15] [W16] what was passed while nobody watched closes quote by quote, in order', async () => {
    const client = await books.client();
    const id = await opened(client);
    await books.rowsChanged(watcher, client);
    await watcher.stop();
    books.say(10, { EURUSD: '1.1012' });
    books.say(10, { EURUSD: '1.1003' });
    books.say(10, { EURUSD: '1.1022' });
    books.say(10, { EURUSD: '1.1' });
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
    expect((await fillsOf(id)).toSorted()).toEqual(['3 110111', '4 110211']);
    expect(await books.trade(id)).toMatchObject({ status: 'active', open_lots: '3' });
  });
});
