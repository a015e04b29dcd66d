import type { Order } from '@clearbook/contracts/trading';
import { exactPrice, type FeedQuote, simulatedQuote } from '@clearbook/domain/market';
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
  http = await serve(now, (register) => {
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const FEED = simulatedQuote('test', 'EURUSD', OPEN_MARKETS.getTime());
const TICK = 10n ** 5n;

/** A price so many parts in ten thousand from the market, on the tick. */
function away(bps: number): bigint {
  return ((FEED.bid * BigInt(10_000 + bps)) / 10_000n / TICK) * TICK;
}
const text = (bps: number): string => exactPrice(away(bps), 5);

function quoteAt(bps: number): FeedQuote {
  const bid = away(bps);
  return { ...FEED, id: newId(), bid, ask: bid + 2n * TICK, sourceTime: books.now(), receivedTime: books.now() };
}

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return id;
}

const ORDER = { symbol: 'EURUSD', side: 'buy', lots: '0.10', amount: '2000.00' } as const;
const send = (id: string, body: object) => http.send('POST', '/orders', id, { ...ORDER, ...body });
const amend = (id: string, order: string, body: object) => http.send('PATCH', `/orders/${order}`, id, body);
const read = (id: string, order: string): Promise<Order> => http.get<Order>(`/orders/${order}`, id);

async function placed(id: string, body: object): Promise<string> {
  const answer = await send(id, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}
const refusal = (answer: { json: <T>() => T }): string => answer.json<{ code: string }>().code;

/** What the product sends when a quote of the feed may have reached it. */
async function reaches(clientId: string, orderId: string, bps: number): Promise<void> {
  const trigger = { quote: quoteAt(bps), conversions: [] };
  const { outcome } = await books.run({ kind: 'fill_order', clientId, orderId, trigger });
  expect(outcome.ok, JSON.stringify(outcome)).toBe(true);
}

describe('orders of every type over the api', () => {
  it('[T73] [T74] a stop-limit order waits for its stop, then for its limit, and says so', async () => {
    const id = await client();
    const body = { type: 'stop_limit', stop_price: text(50), limit_price: text(40) };
    const order = await placed(id, body);
    expect(await read(id, order)).toMatchObject({
      ...body,
      status: 'working',
      time_in_force: 'gtc',
      triggered_at: null,
    });
    await reaches(id, order, 60);
    expect(await read(id, order)).toMatchObject({
      status: 'working',
      triggered_at: books.now().toISOString(),
      trade_id: null,
    });
    expect(refusal(await amend(id, order, { stop_price: text(70) }))).toBe('order.stop_reached');
    expect((await amend(id, order, { limit_price: text(-30) })).statusCode).toBe(200);
    await reaches(id, order, -40);
    const filled = await read(id, order);
    expect(filled).toMatchObject({
      status: 'filled',
      limit_price: text(-30),
      filled_price: expect.any(String) as string,
    });
    const { data } = await http.get<{ data: Order[] }>('/orders?type=stop_limit', id);
    expect(data).toEqual([filled]);
  });

  it('[T73] [T76] [T77] a body says what its type and its time in force lack, and what they have too much', async () => {
    const id = await client();
    const wrong = async (body: object) => (await send(id, body)).json<{ fields: { name: string }[] }>().fields[0]?.name;
    expect(await wrong({ type: 'stop_limit', stop_price: '1.1' })).toBe('limit_price');
    expect(await wrong({ type: 'stop_limit', limit_price: '1.1' })).toBe('stop_price');
    expect(await wrong({ type: 'limit', limit_price: '1.1', time_in_force: 'gtd' })).toBe('expires_at');
    expect(await wrong({ type: 'limit', limit_price: '1.1', expires_at: '2030-01-01T00:00:00Z' })).toBe('expires_at');
    expect(await wrong({ type: 'limit', limit_price: '1.1', time_in_force: 'gtd', expires_at: 'soon' })).toBe(
      'expires_at',
    );
    for (const type of ['stop', 'stop_limit'])
      expect(
        await wrong({
          type,
          stop_price: '1.1',
          ...(type === 'stop_limit' && { limit_price: '1.1' }),
          time_in_force: 'ioc',
        }),
      ).toBe('time_in_force');
    for (const time_in_force of ['day', 'gtd', 'soon'])
      expect(await wrong({ type: 'market', time_in_force })).toBe('time_in_force');
    for (const client_order_id of ['', 'with blanks', 'ü', 'x'.repeat(129)])
      expect(await wrong({ type: 'market', client_order_id })).toBe('client_order_id');
  });

  it('[T76] ioc and fok fill at the price of now or end as cancelled, with what became of them in the answer', async () => {
    const id = await client();
    for (const time_in_force of ['ioc', 'fok']) {
      const filled = (await send(id, { type: 'limit', limit_price: text(100), time_in_force })).json<
        Record<string, string>
      >();
      expect(filled).toMatchObject({ status: 'filled', trade_id: expect.any(String) as string });
      expect(await read(id, filled['id'] ?? '')).toMatchObject({
        ...{
          type: 'limit',
          status: 'filled',
          time_in_force,
          limit_price: text(100),
          filled_price: filled['filled_price'],
          trade_id: filled['trade_id'],
        },
      });
      const ended = (await send(id, { type: 'limit', limit_price: text(-100), time_in_force })).json<
        Record<string, string>
      >();
      expect(ended).toMatchObject({ status: 'cancelled', trade_id: null, filled_price: null });
      expect(await read(id, ended['id'] ?? '')).toMatchObject({
        status: 'cancelled',
        reason: { code: time_in_force },
        ended_at: books.now().toISOString(),
      });
      expect((await send(id, { type: 'market', time_in_force })).json()).toMatchObject({ status: 'filled' });
    }
    expect(await http.get<{ data: Order[] }>('/orders?state=working', id)).toMatchObject({ data: [] });
    expect(await books.party(id)).toMatchObject({ margin: '800000' });
  });

  it('[T75] [T77] how long an order waits is placed, amended, and ends it', async () => {
    const id = await client();
    const expires_at = new Date(books.now().getTime() + 60_000).toISOString();
    const order = await placed(id, { type: 'limit', limit_price: text(-100), time_in_force: 'gtd', expires_at });
    expect(await read(id, order)).toMatchObject({ time_in_force: 'gtd', expires_at });
    expect(refusal(await amend(id, order, { expires_at: books.now().toISOString() }))).toBe('order.expiry_past');
    expect((await amend(id, order, { time_in_force: 'ioc' })).statusCode).toBe(422);
    expect((await amend(id, order, { time_in_force: 'gtc' })).statusCode).toBe(200);
    expect(await read(id, order)).toMatchObject({ time_in_force: 'gtc', expires_at: null });
    expect((await amend(id, order, { time_in_force: 'gtd', expires_at })).statusCode).toBe(200);
    const start = books.now();
    books.at(new Date(expires_at));
    const { outcome } = await books.run({ kind: 'expire_order', clientId: id, orderId: order });
    expect(outcome.ok).toBe(true);
    expect(await read(id, order)).toMatchObject({
      status: 'expired',
      reason: { code: 'gtd', text: 'Its end date passed.' },
    });
    books.at(start);
  });

  it('[T78] a client_order_id is one order’s for good; a repeat is a 409 that names it, and only its client finds it', async () => {
    const [id, stranger] = [await client(), await client()];
    const client_order_id = 'grid-7/0042?x=1&y';
    const order = await placed(id, { type: 'market', client_order_id });
    for (const body of [{ type: 'market' }, { type: 'limit', limit_price: text(-100) }]) {
      const again = await send(id, { ...body, client_order_id });
      expect([again.statusCode, refusal(again)]).toEqual([409, 'order.client_order_id_taken']);
      expect(again.json<{ detail: string }>().detail).toContain(order);
    }
    const found = `/orders/by_client_order_id?client_order_id=${encodeURIComponent(client_order_id)}`;
    expect(await http.get<Order>(found, id)).toMatchObject({ id: order, client_order_id, type: 'market' });
    expect((await http.ask(found, stranger)).statusCode).toBe(404);
    const waits = await placed(stranger, { type: 'limit', limit_price: text(-100), client_order_id });
    expect(await http.get<Order>(found, stranger)).toMatchObject({ id: waits, client_order_id });
    const { data } = await http.get<{ data: Order[] }>('/orders', id);
    expect(data.map((each) => each.client_order_id)).toEqual([client_order_id]);
  });

  it('[T78] of two orders under one id that come together one is placed', async () => {
    const id = await client();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(id, { type: 'limit', limit_price: text(-100), client_order_id: 'twice' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });
});
