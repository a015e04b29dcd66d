import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type AccessServer, accessServer } from '../../../test/people.ts';
import { serve, type Served } from '../../../test/served.ts';
import { walletRoutes } from '../wallets/index.ts';
import { settingsRoutes } from './index.ts';

const MINUTE_MS = 60_000;
const admin = `admin ${newId()}`;
let now = new Date('2026-11-21T12:00:00.000Z');
let db: FreshDatabase;
let access: AccessServer;
let books: Books;
let served: Served;

beforeAll(async () => {
  db = await freshDatabase();
  access = await accessServer(db);
  const { pool } = db;
  books = openBooks(pool);
  served = await serve(
    () => now,
    (register) => {
      settingsRoutes(register, {
        ledger: books.ledger,
        pool,
        files: access.files,
        config: { mode: 'demo', chartProvider: 'builtin', market: 'simulated' },
        marketLabel: null,
        overdueWithdrawals: () => Promise.resolve(0),
        trackRecord: () => Promise.resolve(null),
        notices: () => Promise.resolve({ notices: [], restricted: [], notices_change_at: null }),
      });
      walletRoutes(register, { ledger: books.ledger, pool, config: { mode: 'demo' } });
    },
  );
});
afterAll(async () => {
  await served?.app.close();
  await books?.ledger.close();
  await access?.close();
  await db?.drop();
});

type Told = { a: boolean; t: string[] };
type Record = { created_at: string | null; updated_at: string | null };
const WANTED = {
  settings: { sitename: 'Harbour', miniwithdrawal: '10.00', withdrawalpercent: '1.00' },
  wallets: {
    bitcoin: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
};

it.each(['settings', 'wallets'] as const)(
  '[G64] %s have the moment of their first save, null until then, and keep it through every later one',
  async (name) => {
    const put = async (body: object) => {
      const answer = await served.send('PUT', `/admin/${name}`, admin, body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Record>();
    };
    expect(await served.get(`/admin/${name}`, admin)).toMatchObject({ created_at: null });
    const madeAt = now.toISOString();
    const made = await put(WANTED[name]);
    expect(made).toMatchObject({ created_at: madeAt, updated_at: madeAt });

    now = new Date(now.getTime() + MINUTE_MS);
    // What was answered can be sent back; what is sent as its age is not looked at.
    expect(await put(made)).toMatchObject({ created_at: madeAt, updated_at: now.toISOString() });
    const changed = await put({ ...made, created_at: null });
    expect(changed).toMatchObject({ created_at: madeAt });
    expect(await served.get(`/admin/${name}`, admin)).toEqual(changed);
  },
);

it('[F44] in demo mode another fee or minimum has open withdrawal forms read their terms again, another name doesn’t', async () => {
  const put = async (of: object) => {
    const { rows } = await db.pool.query<{ last: string }>('select coalesce(max(number), 0)::text as last from app.invalidation'); // prettier-ignore
    const answer = await served.send('PUT', '/admin/settings', admin, { ...WANTED.settings, ...of });
    expect(answer.statusCode, answer.body).toBe(200);
    const told = await db.pool.query<{ body: string }>('select body from app.invalidation where number > $1', [
      rows[0]?.last,
    ]);
    return told.rows.flatMap(({ body }) => (JSON.parse(body) as Told[]).filter(({ a }) => !a).flatMap(({ t }) => t));
  };
  await put({});
  expect(await put({ sitename: 'Bay' })).toEqual(['settings']);
  expect(await put({ sitename: 'Bay', miniwithdrawal: '20.00' })).toEqual(['settings', 'account']);
  expect(await put({ sitename: 'Bay', miniwithdrawal: '20.00', withdrawalpercent: '2.00' })).toEqual(['settings', 'account']); // prettier-ignore
});
