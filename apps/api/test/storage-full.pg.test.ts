import { afterAll, beforeAll, expect, it } from 'vitest';
import { tradeRoutes } from '../src/features/trades/index.ts';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { simulatedMarket } from './market.ts';
import { said, serve, type Served } from './served.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  const market = simulatedMarket(books.now);
  http = await serve(books.now, (register) =>
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } }),
  );
  // As PostgreSQL says it when a table cannot grow.
  await db.ownerPool.query(`
    create function public.no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const order = { symbol: 'BTC', side: 'buy', type: 'market', lots: '0.01', amount: '3000.00' };

it('[O52] on a full disk an order hears that the storage is full, nothing is changed, and the same request goes through when there is space', async () => {
  books.at(OPEN_MARKETS);
  const client = await books.openParty();
  await books.fund(client, 1_000_000n);
  await db.ownerPool.query('create trigger no_space before insert on ledger.entry execute function public.no_space()');
  const key = 'the-same-key';
  const [first, ...others] = await Promise.all([
    http.send('POST', '/orders', client, order, key),
    http.send('POST', '/orders', client, order),
    http.send('POST', '/orders', client, order),
  ]);
  for (const answer of [first, ...others]) {
    expect(said(answer)).toEqual([503, 'server.storage_full']);
    expect(answer.headers['retry-after']).toBe('30');
  }
  expect((await books.party(client))['cash']).toBe('1000000');
  await db.ownerPool.query('drop trigger no_space on ledger.entry');
  const again = await http.send('POST', '/orders', client, order, key);
  expect(again.statusCode, again.body).toBeLessThan(300);
});
