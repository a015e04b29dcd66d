import { putWatchlistBody, WATCHLIST_MAX, watchlist } from '@clearbook/contracts/market';
import type { RouteKey } from '@clearbook/contracts/routes';
import { INSTRUMENTS } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUser } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { watchlistRoutes } from './routes.ts';

let db: FreshDatabase;
const [one, other] = [newId(), newId()];

type AnyHandler = (context: object) => Promise<unknown>;
const handlers = new Map<RouteKey, AnyHandler>();

beforeAll(async () => {
  db = await freshDatabase();
  await openUser(db.pool, one, 'client');
  await openUser(db.pool, other, 'client');
  watchlistRoutes(((key: RouteKey, handler: AnyHandler) => void handlers.set(key, handler)) as unknown as Register, {
    pool: db.pool,
  });
});
afterAll(async () => {
  await db.drop();
});

const read = async (userId: string): Promise<string[]> =>
  watchlist.parse(await handlers.get('GET /me/watchlist')?.({ actor: { userId } })).symbols;
const put = (userId: string, symbols: string[]): Promise<unknown> | undefined =>
  handlers.get('PUT /me/watchlist')?.({ actor: { userId }, body: putWatchlistBody.parse({ symbols }) });

describe('the watchlist', () => {
  it('[S44] is kept for each client, in their order, and read and written whole', async () => {
    expect(await read(one)).toEqual([]);
    await put(one, ['BTC', 'EURUSD', 'BRK.B']);
    expect(await read(one)).toEqual(['BTC', 'EURUSD', 'BRK.B']);
    await put(one, ['EURUSD', 'BTC']);
    expect(await read(one)).toEqual(['EURUSD', 'BTC']);
    expect(await read(other)).toEqual([]);
    await put(one, []);
    expect(await read(one)).toEqual([]);
  });

  it('[S44] holds every asset there is, each once, and none that is not traded here', async () => {
    const all = INSTRUMENTS.map(({ symbol }) => symbol);
    await put(one, all);
    expect(await read(one)).toEqual(all);
    const refusal = await put(one, ['BTC', 'NOPE'])?.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 422, fields: [{ name: 'symbols' }] });
    expect(putWatchlistBody.safeParse({ symbols: ['BTC', 'BTC'] }).success).toBe(false);
    const many = Array.from(
      { length: WATCHLIST_MAX + 1 },
      (_, i) => `A${String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26))}`,
    );
    expect(putWatchlistBody.safeParse({ symbols: many.slice(0, WATCHLIST_MAX) }).success).toBe(true);
    expect(putWatchlistBody.safeParse({ symbols: many }).success).toBe(false);
    expect(await read(one)).toEqual(all);
  });
});
