import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { tradeRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  const now = () => books.now();
  const market = simulatedMarket(now);
  books = openBooks(db.pool, { prices: marketPrices(market, now) });
  http = await serve(now, (register) =>
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } }),
  );
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const ORDER = { symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '100.00', type: 'market' };

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 10_000_000n);
  return id;
}

async function opened(id: string, many: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: many }, (_, i) =>
      http.send('POST', '/orders', id, { ...ORDER, side: i % 3 === 0 ? 'sell' : 'buy' }),
    ),
  );
  return answers.filter(({ statusCode }) => statusCode === 201).map((one) => one.json<{ trade_id: string }>().trade_id);
}

describe('how many trades a client may have open', () => {
  it('[T48] two hundred, also of orders sent at once; the one beyond is refused in words, and a close makes room', async () => {
    const id = await client();
    const trades = await opened(id, 210);
    expect(trades).toHaveLength(200);
    const refused = await http.send('POST', '/orders', id, ORDER);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'order.too_many_trades']);
    expect(refused.json<{ detail: string }>().detail).toMatch(/^You have 200 open trades, the maximum\./);
    // A part makes no room, the whole does.
    const close = (body: object) => http.send('POST', `/trades/${trades[0]}/close`, id, body);
    expect((await http.send('POST', '/orders', id, { ...ORDER, lots: '0.02' })).statusCode).toBe(422);
    expect((await close({})).statusCode).toBe(200);
    expect((await http.send('POST', '/orders', id, ORDER)).statusCode).toBe(201);
    expect((await http.send('POST', '/orders', id, ORDER)).statusCode).toBe(422);
  });

  it('[Y12] a client’s own daily limit is decided by sums: not one of the trades is read', async () => {
    const id = await client();
    await opened(id, 30);
    await books.run({ kind: 'set_limits', clientId: id, limits: { daily_loss: 1_000_000n } });
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const order = {
      kind: 'open_trade',
      clientId: id,
      symbol: 'EURUSD',
      side: 'buy',
      lots: 1n,
      amount: 10_000n,
    } as const;
    expect((await books.run(order)).outcome.ok).toBe(true);
    const statements = asked.mock.calls.map(([query]) => (query as { text?: string }).text ?? '');
    asked.mockRestore();
    expect(statements.filter((text) => text.includes('ledger.exposure'))).toHaveLength(1);
    expect(statements.filter((text) => /ledger\.(read_)?trade\b/.test(text))).toEqual([]);
    // And it is the very limit: what is open loses its spread, so one that is less than that is reached.
    const other = await client();
    await opened(other, 30);
    await books.run({ kind: 'set_limits', clientId: other, limits: { daily_loss: 100n } });
    const refused = await http.send('POST', '/orders', other, ORDER);
    expect(refused.json<{ code: string }>().code).toBe('limits.daily_loss');
  });
});
