import type { KnowledgeCheck } from '@clearbook/contracts/knowledge';
import { tmpdir } from 'node:os';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { traderRoutes } from '../traders/index.ts';
import { tradeRoutes } from '../trades/index.ts';
import { knowledgeRoutes } from './index.ts';

const RIGHT = {
  leverage: 'position',
  stop_loss: 'usually',
  margin: 'closed',
  overnight: 'nightly',
  risk: 'higher',
  traded: 'never',
  learned: 'no',
};
const WRONG = { ...RIGHT, leverage: 'own', margin: 'waits' };

let db: FreshDatabase;
let books: Books;
let live: Served;
let demo: Served;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  // Nothing is kept in it.
  const files = new FileStore(db.pool, localStorage(tmpdir()), createSeal(Buffer.alloc(32, 7)));
  const open = (mode: 'demo' | 'live') =>
    serve(
      books.now,
      (register) => {
        tradeRoutes(register, {
          ledger: books.ledger,
          pool: db.pool,
          market: simulatedMarket(books.now),
          config: { mode },
        });
        traderRoutes(register, {
          ledger: books.ledger,
          pool: db.pool,
          market: simulatedMarket(books.now),
          files,
          config: { mode },
          // No copy comes about here.
          engine: { endCopy: () => Promise.reject(new Error('no copy')), work: () => Promise.resolve() },
        });
        knowledgeRoutes(register, { pool: db.pool, config: { mode } });
      },
      { mode },
    );
  [live, demo] = [await open('live'), await open('demo')];
});
afterAll(async () => {
  await live?.app.close();
  await demo?.app.close();
  await books?.ledger.close();
  await db?.drop();
});
beforeEach(() => books.at(new Date(books.now().getTime() + 60_000)));

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return id;
}
const buys = (id: string, on = live) =>
  on.send('POST', '/orders', id, { symbol: 'BTC', side: 'buy', type: 'market', lots: '0.01', amount: '2000.00' });
const waits = (id: string) =>
  live.send('POST', '/orders', id, {
    symbol: 'BTC',
    side: 'buy',
    type: 'limit',
    limit_price: '1000.00',
    lots: '0.01',
    amount: '2000.00',
  });
const answers = (id: string, body: object) => live.send('POST', '/me/knowledge-check', id, body);
const confirms = (id: string) => live.send('POST', '/me/knowledge-check/confirm', id, {});
const own = (id: string) => live.get<KnowledgeCheck>('/me/knowledge-check', id);

it('[KN1] the first order waits for the answers, closing never does, and a demo asks nobody', async () => {
  const id = await client();
  expect(await own(id)).toMatchObject({ required: true, status: 'unanswered' });
  for (const refused of [await buys(id), await waits(id)]) expect(said(refused)).toEqual([422, 'knowledge.required']);
  const copies = () => live.send('POST', `/traders/${newId()}/copy`, id, { amount: '500.00' });
  expect(said(await copies())).toEqual([422, 'knowledge.required']);
  expect((await answers(id, RIGHT)).json()).toMatchObject({ required: false, status: 'passed', confirm_from: null });
  expect((await buys(id)).statusCode).toBe(201);
  expect((await waits(id)).statusCode).toBe(201);
  expect(said(await copies())).toEqual([404, 'trader.not_found']);

  // Whoever traded before there were questions is not asked, and closes what is open.
  const former = await client();
  const bought = await buys(former, demo);
  expect(bought.statusCode, bought.body).toBe(201);
  expect(await own(former)).toMatchObject({ required: false, status: 'unanswered' });
  const { trade_id: trade } = bought.json<{ trade_id: string }>();
  expect((await live.send('POST', `/trades/${trade}/close`, former)).statusCode).toBe(200);
  expect((await buys(former)).statusCode).toBe(201);
});

it('[KN2] answers are given once, whole, and tell nothing of which were right', async () => {
  const id = await client();
  const { leverage: _, ...rest } = RIGHT;
  expect(said(await answers(id, rest))).toEqual([422, 'request.invalid']);
  expect(said(await answers(id, { ...RIGHT, risk: 'huge' }))).toEqual([422, 'request.invalid']);
  const both = await Promise.all([answers(id, WRONG), answers(id, RIGHT)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(said(await answers(id, RIGHT))).toEqual([409, 'knowledge.answered']);
  expect(Object.keys(await own(id))).toEqual(['required', 'status', 'answered_at', 'confirm_from', 'confirmed_at']);
});

it('[KN3] whoever fails can trade a day later, having confirmed, and the database holds that too', async () => {
  const id = await client();
  const failed = (await answers(id, WRONG)).json<KnowledgeCheck>();
  const from = new Date(books.now().getTime() + 86_400_000);
  expect(failed).toMatchObject({ required: true, status: 'waiting', confirm_from: from.toISOString() });
  expect(said(await buys(id))).toEqual([422, 'knowledge.waiting']);
  expect(said(await confirms(id))).toEqual([409, 'knowledge.nothing_to_confirm']);
  const sets = (at: Date) =>
    db.pool.query('update app.knowledge_check set confirmed_at = $2 where client_id = $1', [id, at]);
  await expect(sets(new Date(from.getTime() - 1))).rejects.toThrow('check constraint');
  for (const sql of ['update app.knowledge_check set passed = true', 'delete from app.knowledge_check'])
    await expect(db.pool.query(sql)).rejects.toThrow('permission denied');

  books.at(from);
  expect(said(await buys(id))).toEqual([422, 'knowledge.confirmation_required']);
  expect((await confirms(id)).json()).toMatchObject({ required: false, status: 'confirmed' });
  const { confirmed_at: at } = await own(id);
  expect((await confirms(id)).json()).toMatchObject({ confirmed_at: at });
  expect((await buys(id)).statusCode).toBe(201);
});

it('[KN4] staff see how far a client is, and not what they answered', async () => {
  const id = await client();
  await answers(id, WRONG);
  const shown = await live.get<KnowledgeCheck>(`/admin/users/${id}/knowledge-check`, `support ${staff}`);
  expect(shown.status).toBe('waiting');
  expect((await live.ask(`/admin/users/${staff}/knowledge-check`, `admin ${staff}`)).statusCode).toBe(404);
  expect((await live.ask(`/admin/users/${id}/knowledge-check`, id)).statusCode).toBe(403);
});
