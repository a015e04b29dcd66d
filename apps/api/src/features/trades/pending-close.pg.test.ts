import type { Trade } from '@clearbook/contracts/trading';
import { parsePrice } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import { tradeRoutes } from './index.ts';

/** Closes over the api while the feed is silent, and what the next quotes make of them. */
const LEVELS = { EURUSD: '1.1', USDJPY: '150', EURJPY: '165' } as const;
let db: FreshDatabase;
let books: WatchBooks;
let http: Served;
let watcher: Awaited<ReturnType<WatchBooks['watching']>>;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
  http = await serve(books.now, (register) =>
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market: books.market, config: { mode: 'demo' } }),
  );
});
afterAll(async () => {
  await watcher.stop();
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

/** Every test begins at an hour of its own, with good prices at the same levels. */
beforeEach(async () => {
  await watcher?.stop();
  watcher = await books.begin(LEVELS);
});

const tick = (prices: Parameters<WatchBooks['say']>[1], seconds?: number) => books.tick(watcher, prices, seconds);
const rowsChanged = (...clientIds: string[]) => books.rowsChanged(watcher, ...clientIds);
/** Longer than a price may stand. */
const silence = (): Promise<void> => tick({}, 20);

const post = (url: string, id: string, body?: object, key?: string) => http.send('POST', url, id, body, key);
const shown = (trade: string, id: string): Promise<Trade> => http.get<Trade>(`/trades/${trade}`, id);
const units = (text: string): string => parsePrice(text).toString();

describe('a close while there is no good price', () => {
  it('[T36] is accepted with 202, shown on the trade, moves no money, and happens at the first good quote', async () => {
    const client = await books.client();
    const trade = await books.open(client);
    await rowsChanged(client);
    await silence();
    const before = await books.party(client);
    const key = newId();
    const answer = await post(`/trades/${trade}/close`, client, undefined, key);
    const waiting = { id: trade, status: 'waiting', lots: '0.10', since: books.now().toISOString() };
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { ...waiting, message: 'There’s no current price. The trade will close at the next one.' },
    ]);
    expect((await shown(trade, client)).closing).toEqual({ lots: '0.10', since: waiting.since });
    expect(await books.party(client)).toEqual(before);
    await rowsChanged(client);
    await tick({}, 5);
    expect(books.codes()).toEqual([]);
    await tick({ EURUSD: '1.1005' });
    expect(books.codes()).toEqual(['fill_pending_close ok']);
    expect(await books.trade(trade)).toMatchObject({ closed_by: 'client', exit_price: units('1.10041') });
    expect((await shown(trade, client)).closing).toBeNull();
    // The key answers what it answered, long after.
    const again = await post(`/trades/${trade}/close`, client, undefined, key);
    expect([again.statusCode, again.json(), again.headers['idempotency-replayed']]).toEqual([202, answer.json(), 'true']); // prettier-ignore
    const { rows } = await db.ownerPool.query(
      'select (select count(*)::int from ledger.audit where client_id = $1) as audited, (select count(*)::int from app.notification where user_id = $1 and kind = $2) as told',
      [client, 'trade-closed'],
    );
    expect(rows).toEqual([{ audited: 0, told: 1 }]);
  });

  it('[T36] with a good price closes right away, and says so', async () => {
    const client = await books.client();
    const trade = await books.open(client);
    const answer = await post(`/trades/${trade}/close`, client, { lots: '0.04' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        id: trade,
        status: 'closed',
        realized_pl: { amount: '-0.72', currency: 'USD' },
        exit_price: '1.09991',
        exit_quote_id: expect.any(String) as string,
      },
    ]);
    expect((await post(`/trades/${trade}/close`, client, { lots: '0.07' })).statusCode).toBe(422);
  });

  it('[T36] waits while a jump is not confirmed, and takes the price that is', async () => {
    const client = await books.client();
    const trade = await books.open(client);
    await rowsChanged(client);
    await tick({ EURUSD: '1.045' });
    expect((await post(`/trades/${trade}/close`, client)).statusCode).toBe(202);
    await rowsChanged(client);
    await tick({ EURUSD: '1.044' });
    expect(await books.trade(trade)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.046' });
    expect(await books.trade(trade)).toMatchObject({ closed_by: 'client', exit_price: units('1.04591') });
  });

  it('[T36] waits for the price that converts its result', async () => {
    const client = await books.client();
    const trade = await books.open(client, { symbol: 'EURJPY' });
    await rowsChanged(client);
    for (let second = 0; second < 20; second += 1) await tick({ EURJPY: '165' });
    expect((await post(`/trades/${trade}/close`, client)).statusCode).toBe(202);
    await rowsChanged(client);
    await tick({ EURJPY: '165.1' });
    expect(await books.trade(trade)).toMatchObject({ status: 'active' });
    await tick({ EURJPY: '165.2', USDJPY: '150' });
    expect(await books.trade(trade)).toMatchObject({ closed_by: 'client' });
  });

  it('[T36] survives a restart, and a client who is suspended meanwhile', async () => {
    const client = await books.client();
    const trade = await books.open(client);
    await silence();
    expect((await post(`/trades/${trade}/close`, client)).statusCode).toBe(202);
    // No notification of it ever came.
    await watcher.stop();
    const staff = await books.openParty('staff');
    const suspended = await books.run({
      kind: 'set_controls', staffId: staff, clientId: client, status: 'suspended', billing: null, code: null, reason: 'r', noteId: newId(),
    }); // prettier-ignore
    expect(suspended.outcome.ok).toBe(true);
    watcher = await books.watching();
    await tick({}, 30);
    await tick({ EURUSD: '1.0995' });
    expect(await books.trade(trade)).toMatchObject({ closed_by: 'client', exit_price: units('1.09941') });
  });

  it('[T36] word of it may come late: it meets the first quote that it should have met, and none before', async () => {
    const client = await books.client();
    const trade = await books.open(client);
    await rowsChanged(client);
    await silence();
    expect((await post(`/trades/${trade}/close`, client)).statusCode).toBe(202);
    await tick({ EURUSD: '1.1011' });
    await tick({ EURUSD: '1.1022' });
    await rowsChanged(client);
    expect(await books.trade(trade)).toMatchObject({ closed_by: 'client', exit_price: units('1.10101') });
  });

  it('[T36] two processes that watch at once close it once', async () => {
    const client = await books.client();
    const trades = await Promise.all(Array.from({ length: 10 }, () => books.open(client, { amount: 80_000n })));
    await silence();
    for (const trade of trades) await post(`/trades/${trade}/close`, client, { lots: '0.03' });
    await rowsChanged(client);
    const other = await books.watching();
    books.say(1, { EURUSD: '1.099' });
    for (const each of [watcher, other]) each.look(books.now());
    await Promise.all([watcher.settled(), other.settled()]);
    await other.stop();
    for (const trade of trades) expect(await books.trade(trade)).toMatchObject({ status: 'active', open_lots: '7' });
  });

  it('[T36] in a closed market it is refused with the reopening, and one that waits closes at the opening', async () => {
    const client = await books.client();
    // Friday, shortly before 17:00 in New York.
    books.say((Date.parse('2026-03-13T20:59:30.000Z') - books.now().getTime()) / 1_000, LEVELS);
    const [asked, unasked] = [await books.open(client), await books.open(client)];
    await rowsChanged(client);
    await tick({}, 20);
    expect((await post(`/trades/${asked}/close`, client)).statusCode).toBe(202);
    await rowsChanged(client);
    await tick({}, 3_600);
    const refused = await post(`/trades/${unasked}/close`, client);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'market.closed']);
    expect(refused.json<{ detail: string }>().detail).toMatch(/reopens on Sunday 15 March 2026/);
    expect((await shown(unasked, client)).closing).toBeNull();
    await tick({}, 48 * 3_600);
    await tick({ EURUSD: '1.09' });
    expect(await books.trade(asked)).toMatchObject({ closed_by: 'client', exit_price: units('1.08991') });
    expect(await books.trade(unasked)).toMatchObject({ status: 'active' });
  });
});

describe('what becomes of one that waits', () => {
  it('[T37] it is taken back once, by its own client, and the next quote closes nothing', async () => {
    const [client, stranger] = [await books.client(), await books.client()];
    const trade = await books.open(client);
    await rowsChanged(client);
    expect((await post(`/trades/${trade}/close/cancel`, client)).json()).toMatchObject({ code: 'close.not_waiting' });
    await silence();
    await post(`/trades/${trade}/close`, client);
    await rowsChanged(client);
    expect((await post(`/trades/${trade}/close/cancel`, stranger)).statusCode).toBe(404);
    const key = newId();
    const back = await post(`/trades/${trade}/close/cancel`, client, undefined, key);
    expect([back.statusCode, back.json<Trade>().closing]).toEqual([200, null]);
    expect((await post(`/trades/${trade}/close/cancel`, client, undefined, key)).json()).toEqual(back.json());
    const again = await post(`/trades/${trade}/close/cancel`, client);
    expect([again.statusCode, again.json<{ detail: string }>().detail]).toEqual([409, 'This trade has no pending close.']); // prettier-ignore
    await tick({ EURUSD: '1.1005' });
    expect(await books.trade(trade)).toMatchObject({ status: 'active' });
  });

  it('[T37] a later one takes its place; what is closed otherwise leaves of it what is open', async () => {
    const client = await books.client();
    const trade = await books.open(client);
    await rowsChanged(client);
    await silence();
    await post(`/trades/${trade}/close`, client);
    await post(`/trades/${trade}/close`, client, { lots: '0.03' });
    expect((await shown(trade, client)).closing).toMatchObject({ lots: '0.03' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.1005' });
    expect(await books.trade(trade)).toMatchObject({ status: 'active', open_lots: '7' });
    expect((await shown(trade, client)).closing).toBeNull();
    await tick({ EURUSD: '1.1006' });
    expect(await books.trade(trade)).toMatchObject({ open_lots: '7' });
  });

  it('[T38] of one quote close-outs come first, then it, then stops: a part it closes, and the stop the rest', async () => {
    const client = await books.client(6_000_000n);
    const broke = await books.open(client, { amount: 73_400n });
    const stopped = await books.open(client, { stopLoss: '1.099' });
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.099' });
    await rowsChanged(client);
    await silence();
    await post(`/trades/${broke}/close`, client);
    await post(`/trades/${stopped}/close`, client, { lots: '0.04' });
    await rowsChanged(client);
    for (let second = 0; second < 2; second += 1) await tick({ EURUSD: '1.06' });
    expect(books.codes()).toEqual([]);
    await tick({ EURUSD: '1.06' });
    // Beside them, earlier tests' clients are told of their losses.
    const done = books.codes().filter((code) => !code.startsWith('alert_loss'));
    expect(done).toEqual(['trigger_close ok', 'fill_pending_close ok', 'trigger_close ok', 'fill_order ok']);
    expect(await books.trade(broke)).toMatchObject({ closed_by: 'close_out' });
    expect(await books.trade(stopped)).toMatchObject({ status: 'closed', closed_by: 'stop' });
    expect(await books.order(order)).toMatchObject({ status: 'filled' });
    const { rows } = await db.pool.query(
      "select lots, price, quote_id from ledger.fill where trade_id = $1 and kind = 'close' order by lots",
      [stopped],
    );
    expect(rows.map(({ lots }: { lots: string }) => lots)).toEqual(['4', '6']);
    expect(new Set(rows.map(({ quote_id }: { quote_id: string }) => quote_id)).size).toBe(1);
  });

  it('[T33] closing all closes what has a price, and lets what has none wait', async () => {
    const client = await books.client();
    const euro = await books.open(client);
    const cross = await books.open(client, { symbol: 'EURJPY' });
    await rowsChanged(client);
    for (let second = 0; second < 20; second += 1) await tick({ EURUSD: '1.1' });
    const key = newId();
    const all = await post('/trades/close-all', client, {}, key);
    expect(all.json()).toMatchObject({ closed: 1, waiting: 1, left: [] });
    expect(await books.trade(euro)).toMatchObject({ status: 'closed' });
    expect((await shown(cross, client)).closing).toMatchObject({ lots: '0.10' });
    await rowsChanged(client);
    await tick({ EURJPY: '165', USDJPY: '150' });
    expect(await books.trade(cross)).toMatchObject({ closed_by: 'client' });
    expect((await post('/trades/close-all', client, {}, key)).json()).toEqual(all.json());
  });
});
