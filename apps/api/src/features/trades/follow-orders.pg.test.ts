import type { Order, Trade } from '@clearbook/contracts/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
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

const MARKET = { symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '200.00', type: 'market' };
const LIMIT = { ...MARKET, type: 'limit', limit_price: '0.50000' };
const HOUR_MS = 3_600_000;

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return id;
}

/** Hours after noon in New York. */
const hours = (more: number): Date => new Date(OPEN_MARKETS.getTime() + more * HOUR_MS);

async function placed(
  id: string,
  body: object,
  at = 0,
): Promise<{ id: string; trade_id: string | null; location: unknown }> {
  books.at(hours(at));
  const answer = await http.send('POST', '/orders', id, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...answer.json<{ id: string; trade_id: string | null }>(), location: answer.headers['location'] };
}

async function refusal(url: string, who: string): Promise<[status: number, code: string]> {
  const answer = await http.app.inject({ url: `/api/v1${url}`, headers: { cookie: who } });
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

describe('following an order', () => {
  it('[T49] every order has its address, said where it is placed, and nobody else reads it', async () => {
    const [id, stranger] = [await client(), await client()];
    for (const body of [MARKET, LIMIT]) {
      const order = await placed(id, body);
      expect(order.location).toBe(`/api/v1/orders/${order.id}`);
      const read = await http.get<Order>(`/orders/${order.id}`, id);
      expect(read).toMatchObject({
        id: order.id,
        type: body.type,
        status: body.type === 'market' ? 'filled' : 'working',
        trade_id: order.trade_id,
        lots: '0.01',
      });
      const trade = order.trade_id === null ? null : await http.get<Trade>(`/trades/${order.trade_id}`, id);
      expect(read.filled_price).toBe(trade?.entry_price ?? null);
      expect(await refusal(`/orders/${order.id}`, stranger)).toEqual([404, 'order.not_found']);
    }
    expect(await refusal(`/orders/${newId()}`, id)).toEqual([404, 'order.not_found']);
  });

  it('[T72] a market order has the id of its trade, and so has the fill that opened it', async () => {
    const id = await client();
    const order = await placed(id, MARKET);
    expect(order.trade_id).toBe(order.id);
    const { fills } = await http.get<{ fills: { id: string }[] }>(`/trades/${order.id}/price-explanation`, id);
    expect(fills.map((fill) => fill.id)).toEqual([order.id]);
    expect((await http.send('POST', `/orders/${order.id}/cancel`, id, {})).statusCode).toBe(404);
  });

  it('[T49] market orders are listed among the others, and lists are narrowed by type, symbol and dates', async () => {
    const id = await client();
    const first = await placed(id, MARKET);
    const second = await placed(id, LIMIT, 1);
    const third = await placed(id, { ...MARKET, symbol: 'USDJPY' }, 2);
    const ids = async (query: string): Promise<string[]> =>
      (await http.get<{ data: Order[] }>(`/orders${query}`, id)).data.map((order) => order.id);
    expect(new Set(await ids(''))).toEqual(new Set([first.id, second.id, third.id]));
    expect(new Set(await ids('?state=ended'))).toEqual(new Set([first.id, third.id]));
    expect(await ids('?state=working')).toEqual([second.id]);
    expect(await ids('?type=pending')).toEqual([second.id]);
    expect(await ids('?symbol=USDJPY')).toEqual([third.id]);
    const [one, two] = [hours(1).toISOString(), hours(2).toISOString()];
    expect(await ids(`?after=${one}&until=${two}`)).toEqual([second.id]);
    expect((await refusal(`/orders?after=${two}&until=${one}`, id))[0]).toBe(422);

    const trades = async (query: string): Promise<(string | null)[]> =>
      (await http.get<{ data: Trade[] }>(`/trades${query}`, id)).data.map((trade) => trade.id);
    expect(await trades('?symbol=EURUSD')).toEqual([first.trade_id]);
    expect(await trades(`?after=${two}`)).toEqual([third.trade_id]);
    expect(await trades(`?state=active&until=${one}`)).toEqual([first.trade_id]);
    // Closed ones by when they closed.
    books.at(hours(3));
    expect((await http.send('POST', `/trades/${first.trade_id}/close`, id)).statusCode).toBe(200);
    expect(await trades(`?state=closed&after=${hours(3).toISOString()}`)).toEqual([first.trade_id]);
    expect(await trades(`?state=closed&until=${hours(3).toISOString()}`)).toEqual([]);
  });
});
