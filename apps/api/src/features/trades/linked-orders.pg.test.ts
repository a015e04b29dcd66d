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

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return id;
}

/** The feed's EURUSD moved by so many parts in ten thousand. */
function quote(bps: number, at = books.now()): FeedQuote {
  const feed = simulatedQuote('test', 'EURUSD', OPEN_MARKETS.getTime());
  const move = (price: bigint) => (price * BigInt(10_000 + bps)) / 10_000n;
  return { ...feed, id: newId(), bid: move(feed.bid), ask: move(feed.ask), sourceTime: at, receivedTime: at };
}

function away(bps: number): string {
  const unit = 10n ** 5n;
  return exactPrice((quote(bps, OPEN_MARKETS).bid / unit) * unit, 5);
}

const SIZE = { side: 'buy', lots: '0.10', amount: '2000.00' } as const;
const LIMIT = { symbol: 'EURUSD', ...SIZE, type: 'limit' } as const;
const send = (url: string, id: string, body: object = {}, key?: string) => http.send('POST', url, id, body, key);

/** A limit below the market and a stop above it, linked. */
async function linked(id: string, over: object = {}): Promise<readonly [string, string]> {
  const legs = [{ ...SIZE, type: 'stop', stop_price: away(100) }];
  const answer = await send('/orders', id, { ...LIMIT, limit_price: away(-100), order_class: 'oco', legs, ...over });
  expect(answer.statusCode, answer.body).toBe(201);
  const placed = answer.json<{ id: string; order_class: string; legs: { id: string; status: string }[] }>();
  expect(placed).toMatchObject({ order_class: 'oco', legs: [{ status: 'working' }] });
  return [placed.id, placed.legs[0]?.id ?? ''];
}

const orderOf = (client_id: string, id: string) => http.get<Order>(`/orders/${id}`, client_id);
const working = async (id: string) =>
  (await http.get<{ data: Order[] }>('/orders?state=working', id)).data.map((order) => order.id).toSorted();

describe('linked orders over the api', () => {
  it('[T80] two are placed under one key, listed, and name each other', async () => {
    const id = await client();
    const key = newId();
    const legs = [{ ...SIZE, type: 'stop', stop_price: away(100) }];
    const body = { ...LIMIT, limit_price: away(-100), order_class: 'oco', legs };
    const first = await send('/orders', id, body, key);
    const again = await send('/orders', id, body, key);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['idempotency-replayed']).toBe('true');
    const { data } = await http.get<{ data: Order[] }>('/orders?state=working', id);
    expect(data).toHaveLength(2);
    for (const order of data) {
      const other = data.find((one) => one.id !== order.id);
      expect(order).toMatchObject({ order_class: 'oco', oco_order_id: other?.id });
    }
  });

  it('[T80] one of two that are filled at the same moment fills, and the other one is cancelled and says why', async () => {
    const id = await client();
    for (let round = 0; round < 5; round += 1) {
      const [limit, stop] = await linked(id);
      const fill = (orderId: string, bps: number) =>
        books.run({ kind: 'fill_order', clientId: id, orderId, trigger: { quote: quote(bps), conversions: [] } });
      const outcomes = (await Promise.all([fill(limit, -120), fill(stop, 120)])).map(({ outcome }) => outcome.ok);
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const [filled, cancelled] = outcomes[0] ? [limit, stop] : [stop, limit];
      expect(await orderOf(id, filled)).toMatchObject({ status: 'filled', oco_order_id: cancelled });
      expect(await orderOf(id, cancelled)).toMatchObject({
        status: 'cancelled',
        trade_id: null,
        reason: { code: 'oco', text: 'The order linked to it ended.' },
      });
    }
  });

  it('[T80] each is amended by itself, and cancelling one cancels both', async () => {
    const id = await client();
    const [limit, stop] = await linked(id);
    const amended = await http.send('PATCH', `/orders/${stop}`, id, { price: away(150) });
    expect(amended.statusCode, amended.body).toBe(200);
    expect(await orderOf(id, stop)).toMatchObject({ stop_price: away(150), oco_order_id: limit, status: 'working' });
    expect((await send(`/orders/${limit}/cancel`, id)).statusCode).toBe(200);
    expect(await orderOf(id, stop)).toMatchObject({ status: 'cancelled', reason: { code: 'oco' } });
    expect(await working(id)).toEqual([]);
  });

  it('[T80] what is wrong with the second is said of its field, and neither waits', async () => {
    const id = await client();
    const second = (leg: object) =>
      send('/orders', id, { ...LIMIT, limit_price: away(-100), order_class: 'oco', legs: [{ ...SIZE, type: 'stop', ...leg }] }); // prettier-ignore
    const field = async (leg: object) => {
      const answer = await second(leg);
      expect(answer.statusCode).toBe(422);
      return answer.json<{ fields: { name: string }[] }>().fields.map(({ name }) => name);
    };
    expect(await field({ stop_price: away(-100) })).toEqual(['legs.0.stop_price']);
    expect(await field({})).toEqual(['legs.0.stop_price']);
    expect(await field({ stop_price: away(100), amount: '1.00' })).toEqual(['legs.0.amount']);
    expect(await working(id)).toEqual([]);
  });
});

describe('the class of an order', () => {
  const stops = { stop_loss: away(-300), take_profit: away(300) };

  it.each<[string, object, string]>([
    ['nothing', {}, 'simple'],
    ['a stop', { stop_loss: stops.stop_loss }, 'oto'],
    ['a target', { take_profit: stops.take_profit }, 'oto'],
    ['a trailing stop and a target', { trailing_distance: '0.01', take_profit: stops.take_profit }, 'bracket'],
    ['both', stops, 'bracket'],
  ])('[T83] an order with %s', async (_what, over, expected) => {
    const id = await client();
    for (const order_class of [undefined, expected]) {
      const answer = await send('/orders', id, { ...LIMIT, limit_price: away(-100), ...over, order_class });
      expect(answer.json(), answer.body).toMatchObject({ order_class: expected, legs: null });
      expect(await orderOf(id, answer.json<{ id: string }>().id)).toMatchObject({ order_class: expected });
    }
    const market = await send('/orders', id, { ...LIMIT, type: 'market', ...over, order_class: expected });
    expect(market.json(), market.body).toMatchObject({ status: 'filled', order_class: expected });
  });

  it('[T83] one that the order is not is refused', async () => {
    const id = await client();
    const leg = { ...SIZE, type: 'stop', stop_price: away(100) };
    for (const [over, name] of [
      [{ order_class: 'simple', ...stops }, 'order_class'],
      [{ order_class: 'bracket', stop_loss: stops.stop_loss }, 'order_class'],
      [{ order_class: 'oto', ...stops }, 'order_class'],
      [{ order_class: 'oto' }, 'order_class'],
      [{ order_class: 'oco' }, 'order_class'],
      [{ order_class: 'oco', type: 'market', limit_price: null, legs: [leg] }, 'order_class'],
      [{ order_class: 'oco', legs: [leg, leg] }, 'legs'],
      [{ legs: [leg] }, 'legs'],
      [{ order_class: 'mleg' }, 'order_class'],
    ] as const) {
      const answer = await send('/orders', id, { ...LIMIT, limit_price: away(-100), ...over });
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json<{ fields: { name: string }[] }>().fields[0]).toMatchObject({ name });
    }
    expect(await working(id)).toEqual([]);
  });

  it('[T83] the stop and target of a bracket are its trade’s once it fills', async () => {
    const id = await client();
    const answer = await send('/orders', id, { ...LIMIT, limit_price: away(-100), ...stops, order_class: 'bracket' });
    const { id: orderId } = answer.json<{ id: string }>();
    await books.run({ kind: 'fill_order', clientId: id, orderId, trigger: { quote: quote(-120), conversions: [] } });
    const { trade_id: tradeId } = await orderOf(id, orderId);
    expect(await http.get(`/trades/${tradeId}`, id)).toMatchObject(stops);
  });
});

describe('cancelling everything that waits', () => {
  it('[T82] names each, once: the same key answers the same and cancels nothing that was placed since', async () => {
    const id = await client();
    const single = (await send('/orders', id, { ...LIMIT, limit_price: away(-100) })).json<{ id: string }>().id;
    const pair = await linked(id);
    const key = newId();
    const first = await send('/orders/cancel-all', id, {}, key);
    const all = [single, ...pair].toSorted();
    expect(first.json()).toEqual({ cancelled: 3, orders: all.map((order) => ({ id: order, status: 'cancelled' })) });
    const later = await linked(id);
    const again = await send('/orders/cancel-all', id, {}, key);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await working(id)).toEqual([...later].toSorted());
    expect((await send('/orders/cancel-all', id)).json()).toMatchObject({ cancelled: 2 });
    expect((await send('/orders/cancel-all', id)).json()).toEqual({ cancelled: 0, orders: [] });
  });

  it('[T82] by symbol and type, never a stranger’s', async () => {
    const [id, other] = [await client(), await client()];
    await linked(id);
    const [, stop] = await linked(other);
    expect((await send('/orders/cancel-all', id, { symbol: 'BTC' })).json()).toMatchObject({ cancelled: 0 });
    expect((await send('/orders/cancel-all', id, { symbol: 'EURUSD', type: 'stop' })).json()).toMatchObject({ cancelled: 2 }); // prettier-ignore
    expect(await orderOf(other, stop)).toMatchObject({ status: 'working' });
    expect((await send('/orders/cancel-all', other, { type: 'market' })).statusCode).toBe(422);
  });
});
