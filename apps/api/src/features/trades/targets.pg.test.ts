import type { Amendment, Fill, Order, Trade } from '@clearbook/contracts/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import type { ClientBase } from 'pg';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { tradeRoutes } from './index.ts';
import { tradeRows } from './trades-export.query.ts';

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

const ORDER = { symbol: 'EURUSD', side: 'buy', lots: '0.10', amount: '2000.00', type: 'market' };
const TARGETS = [
  { price: '1.50000', lots: '0.03' },
  { price: '1.60000', lots: '0.04' },
];

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 2_000_000n);
  return id;
}

describe('targets over the api', () => {
  it('[J14] [J19] come with a market order, are read and changed with its trade, and each change is kept', async () => {
    const id = await client();
    const placed = await http.send('POST', '/orders', id, { ...ORDER, targets: TARGETS, order_class: 'oto' });
    expect(placed.statusCode, placed.body).toBe(201);
    const { trade_id: trade, order_class: kind } = placed.json<{ trade_id: string; order_class: string }>();
    expect(kind).toBe('oto');
    expect((await http.get<Trade>(`/trades/${trade}`, id)).targets).toEqual(TARGETS);
    const amend = (body: object) => http.send('PATCH', `/trades/${trade}`, id, body);
    const none = { stop_loss: null, take_profit: null, trailing_distance: null };
    const kept = await amend({ ...none, take_profit: '1.7' });
    expect(kept.json<Trade>()).toMatchObject({ targets: TARGETS, take_profit: '1.70000' });
    const tooMany = await amend({ ...none, targets: [{ price: '1.5', lots: '0.11' }] });
    expect([tooMany.statusCode, tooMany.json<{ code: string; detail: string }>()]).toMatchObject([
      422,
      { code: 'protection.target_lots', detail: 'The targets may close 0.10 lots together at most' },
    ]);
    const six = await amend({
      ...none,
      targets: Array.from({ length: 6 }, (_, i) => ({ price: `1.${5 + i}`, lots: '0.01' })),
    });
    expect(six.statusCode).toBe(422);
    const removed = await amend({ ...none, targets: [] });
    expect(removed.json<Trade>().targets).toBeNull();
    const { data } = await http.get<{ data: Amendment[] }>(`/trades/${trade}/amendments`, id);
    expect(data.map(({ before, after }) => [before.targets, after.targets])).toEqual([
      [TARGETS, null],
      [TARGETS, TARGETS],
    ]);
  });

  it('[T96] are in the file of trades, each with its lots, and nothing where there are none', async () => {
    const id = await client();
    const opened = async (more: object) =>
      (await http.send('POST', '/orders', id, { ...ORDER, ...more })).json<{ trade_id: string }>().trade_id;
    const [scaled, plain] = [await opened({ targets: TARGETS }), await opened({})];
    const rows = await tradeRows(db.pool as unknown as ClientBase, [scaled, plain]);
    expect(rows.get(scaled)?.targets).toBe('1.50000 x 0.03; 1.60000 x 0.04');
    expect(rows.get(plain)?.targets).toBe('');
  });

  it('[J16] a close of a part leaves them what is open, and is no change of theirs', async () => {
    const id = await client();
    const placed = await http.send('POST', '/orders', id, { ...ORDER, targets: TARGETS });
    const { trade_id: trade } = placed.json<{ trade_id: string }>();
    expect((await http.send('POST', `/trades/${trade}/close`, id, { lots: '0.05' })).statusCode).toBe(200);
    expect(await http.get<Trade>(`/trades/${trade}`, id)).toMatchObject({
      lots_open: '0.05',
      targets: [TARGETS[0], { price: '1.60000', lots: '0.02' }],
    });
    expect(await http.get(`/trades/${trade}/amendments`, id)).toMatchObject({ data: [] });
  });

  it('[H10] every fill of an instrument is listed, each part that closed too, and nobody else’s', async () => {
    const id = await client();
    const placed = await http.send('POST', '/orders', id, ORDER);
    const { trade_id: trade } = placed.json<{ trade_id: string }>();
    const close = (lots: string) => http.send('POST', `/trades/${trade}/close`, id, { lots });
    books.at(new Date(books.now().getTime() + 60_000));
    expect((await close('0.04')).statusCode).toBe(200);
    books.at(new Date(books.now().getTime() + 60_000));
    expect((await close('0.06')).statusCode).toBe(200);
    const page = (query: string, of = id) =>
      http.get<{ data: Fill[]; next_cursor: string | null }>(`/fills?symbol=${query}`, of);
    const all = await page('EURUSD');
    expect(all.data.map(({ trade_id: of, opens, side, lots }) => [of, opens, side, lots])).toEqual([
      [trade, false, 'sell', '0.06'],
      [trade, false, 'sell', '0.04'],
      [trade, true, 'buy', '0.10'],
    ]);
    expect(all.data.map(({ price }) => price)).toEqual(expect.arrayContaining([expect.stringMatching(/^\d\.\d{5}$/)]));
    expect(new Set(all.data.map(({ at }) => at)).size).toBe(3);
    const first = await page('EURUSD&limit=2');
    expect(first.data).toEqual(all.data.slice(0, 2));
    expect((await page(`EURUSD&limit=2&cursor=${first.next_cursor}`)).data).toEqual(all.data.slice(2));
    expect((await page('BTC')).data).toEqual([]);
    expect((await page('EURUSD', await client())).data).toEqual([]);
  });

  it('[J17] come with an order that waits, too, and are amended with it', async () => {
    const id = await client();
    const placed = await http.send('POST', '/orders', id, { ...ORDER, type: 'limit', limit_price: '0.9', targets: TARGETS, stop_loss: '0.8' }); // prettier-ignore
    expect(placed.statusCode, placed.body).toBe(201);
    const { id: order } = placed.json<{ id: string }>();
    expect(await http.get<Order>(`/orders/${order}`, id)).toMatchObject({ targets: TARGETS, order_class: 'bracket' });
    const smaller = await http.send('PATCH', `/orders/${order}`, id, { lots: '0.05' });
    expect([smaller.statusCode, smaller.json<{ code: string }>().code]).toEqual([422, 'protection.target_lots']);
    const fewer = await http.send('PATCH', `/orders/${order}`, id, { lots: '0.05', targets: TARGETS.slice(0, 1) });
    expect(fewer.statusCode, fewer.body).toBe(200);
    expect(await http.get<Order>(`/orders/${order}`, id)).toMatchObject({ lots: '0.05', targets: TARGETS.slice(0, 1) });
  });
});
