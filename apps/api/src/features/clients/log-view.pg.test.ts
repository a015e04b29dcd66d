import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { auditRoutes } from '../audit/index.ts';
import { clientRoutes } from './index.ts';

const HOUR = 3_600_000;
type Log = { data: { action: string; at: string }[] };
let db: FreshDatabase;
let books: Books;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  http = await serve(books.now, (register) => {
    const { pool } = db;
    const files = new FileStore(pool, localStorage('/nowhere'), createSeal(Buffer.alloc(32, 7)));
    const parts = { ledger: books.ledger, pool, config: { mode: 'demo' as const }, files };
    clientRoutes(register, { ...parts, checkPassword: () => Promise.resolve() });
    auditRoutes(register, { pool });
  });
});
afterAll(async () => {
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

it('[G63] opening a client’s page is logged once an hour for each of staff, and the client reads it', async () => {
  const [client, other, one, two] = [
    await books.openParty(),
    await books.openParty(),
    await books.openParty('staff'),
    await books.openParty('staff'),
  ];
  const opens = (staff: string, whose = client) => http.get(`/admin/users/${whose}`, `admin ${staff}`);
  const views = async (whose = client) =>
    (await http.get<Log>('/me/audit', `client ${whose}`)).data.filter(({ action }) => action === 'user.view').length;
  expect(await views()).toBe(0);
  // A page asks more than once, and at one moment.
  await Promise.all([1, 2, 3, 4, 5].map(() => opens(one)));
  expect(await views()).toBe(1);
  await opens(two);
  expect(await views()).toBe(2);
  const start = books.now().getTime();
  books.at(new Date(start + HOUR - 1));
  await opens(one);
  expect(await views()).toBe(2);
  books.at(new Date(start + HOUR));
  await opens(one);
  expect(await views()).toBe(3);
  expect(await views(other)).toBe(0);
  await opens(one, two);
  const { rows } = await db.pool.query("select actor_id from ledger.audit where action = 'user.view' order by number");
  expect(rows).toEqual([{ actor_id: one }, { actor_id: two }, { actor_id: one }]);
});
