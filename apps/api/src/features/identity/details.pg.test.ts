import type { PersonalDetails } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { DETAILS } from '../../../test/details.ts';
import { upload } from '../../../test/form.ts';
import { picture } from '../../../test/picture.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { openScreeningList } from '../../adapters/screening/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { auditRoutes } from '../audit/index.ts';
import { identityRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;
let folder: string;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  folder = await mkdtemp(join(tmpdir(), 'details-'));
  const files = new FileStore(db.pool, localStorage(folder), createSeal(Buffer.alloc(32, 7)));
  http = await serve(
    books.now,
    (register) => {
      identityRoutes(register, {
        pool: db.pool,
        files,
        ledger: books.ledger,
        config: { mode: 'live' },
        screeningList: openScreeningList({}),
      });
      auditRoutes(register, { pool: db.pool });
    },
    { mode: 'live' },
  );
});
afterAll(async () => {
  await http?.app.close();
  await books?.ledger.close();
  await db?.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => books.at(new Date(books.now().getTime() + 60_000)));

const put = (id: string, change: object = {}) => http.send('PUT', '/identity/details', id, { ...DETAILS, ...change });
const own = async (id: string) =>
  (await http.get<{ details: PersonalDetails | null }>('/identity/details', id)).details;
const seen = async (id: string, who = `admin ${staff}`) =>
  (await http.get<{ versions: PersonalDetails[] }>(`/admin/verifications/${id}/details`, who)).versions;
let pictures = 0;
const sends = (id: string) => {
  const { payload, headers } = upload({ front: picture((pictures += 1)), back: picture((pictures += 1)) });
  return http.app.inject({
    method: 'POST',
    url: '/api/v1/identity',
    payload,
    headers: { ...headers, cookie: id, 'idempotency-key': `documents-${pictures}` },
  });
};
/** A day so many years before today, and `days` later. */
function born(years: number, days = 0): string {
  const day = new Date(books.now());
  day.setUTCFullYear(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

it('[I18] a live site takes no documents before the details, and a change keeps what was said before', async () => {
  const id = await books.openParty();
  expect(await own(id)).toBeNull();
  expect(said(await sends(id))).toEqual([422, 'identity.details_required']);
  const first = await put(id);
  expect(first.statusCode, first.body).toBe(200);
  expect(await own(id)).toMatchObject(DETAILS);
  expect((await sends(id)).statusCode).toBe(201);

  // The same once more is no other version.
  expect((await put(id)).statusCode).toBe(200);
  expect(await seen(id)).toHaveLength(1);
  books.at(new Date(books.now().getTime() + 60_000));
  const moved = { street: 'Rua do Século 9', city: 'Lisboa', postal_code: null, residence: 'PT' };
  expect((await put(id, moved)).statusCode).toBe(200);
  expect(await own(id)).toMatchObject(moved);
  expect((await seen(id)).map(({ city }) => city)).toEqual(['Lisboa', DETAILS.city]);
  // Nor does the server write over it.
  for (const sql of ["update app.personal_details set city = 'x'", 'delete from app.personal_details'])
    await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
});

it('[I18] of several changes at one moment one counts, and all are kept', async () => {
  const id = await books.openParty();
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((city) => put(id, { city })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const { rows } = await db.pool.query<{ all: number; current: number }>(
    'select count(*)::int as all, count(*) filter (where replaced_at is null)::int as current from app.personal_details where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ all: 4, current: 1 }]);
});

it('[I18] a change that was asked for before one that came first is kept all the same', async () => {
  const id = await books.openParty();
  const now = books.now();
  expect((await put(id, { city: 'A' })).statusCode).toBe(200);
  books.at(new Date(now.getTime() - 5));
  const late = await put(id, { city: 'B' });
  books.at(now);
  expect(late.statusCode, late.body).toBe(200);
  expect(await own(id)).toMatchObject({ city: 'B' });
});

it('[I19] whoever is under 18 is refused with a sentence, by the database too, and of age on their birthday', async () => {
  const id = await books.openParty();
  const young = await put(id, { date_of_birth: born(18, 1) });
  expect(young.json()).toMatchObject({
    status: 422,
    code: 'identity.under_age',
    detail: messages.identity.details.problems.under_age,
    fields: [{ name: 'date_of_birth' }],
  });
  await expect(
    db.pool.query(
      `insert into app.personal_details (id, user_id, date_of_birth, residence, nationality, street, city, source_of_funds, submitted_at)
       values (gen_random_uuid(), $1, $2, 'DE', 'DE', 'x', 'y', 'gift', $3)`,
      [id, born(18, 1), books.now()],
    ),
  ).rejects.toThrow('check constraint');
  expect(await own(id)).toBeNull();
  expect((await put(id, { date_of_birth: born(18) })).statusCode).toBe(200);
});

it('[I19] what belongs together is asked for together', async () => {
  const id = await books.openParty();
  const fields = async (change: object) =>
    (await put(id, change)).json<{ fields: { name: string }[] }>().fields.map(({ name }) => name);
  expect(await fields({ tax_number: null })).toEqual(['tax_number']);
  expect(await fields({ source_of_funds: 'other', source_detail: null })).toEqual(['source_detail']);
  expect(await fields({ date_of_birth: '1890-01-01' })).toEqual(['date_of_birth']);
  expect(await fields({ date_of_birth: '1990-02-30', nationality: 'XX', city: ' ' })).toEqual([
    'date_of_birth',
    'nationality',
    'city',
  ]);
  expect((await put(id, { residence: 'AE', tax_number: null })).statusCode).toBe(200);
});

it('[I20] details are shown to staff who see identities, and the client reads in their log who looked', async () => {
  const [id, other] = [await books.openParty(), await books.openParty()];
  await put(id);
  expect(await own(other)).toBeNull();
  await sends(id);
  const url = `/admin/verifications/${id}/details`;
  for (const who of [`support ${staff}`, `finance ${staff}`, `risk ${staff}`])
    expect(said(await http.ask(url, who))).toEqual([403, 'auth.permission_missing']);
  expect((await http.ask(url, id)).statusCode).toBe(403);
  const looks = async () =>
    (await http.get<{ data: { action: string }[] }>('/me/audit', id)).data.filter(
      ({ action }) => action === 'details.view',
    ).length;
  expect(await looks()).toBe(0);
  for (const who of [`compliance ${staff}`, `auditor ${staff}`]) await seen(id, who);
  expect(await looks()).toBe(2);
  // Nothing is shown that can't be recorded.
  const record = 'function ledger.record_audit(uuid, text, text, text, uuid, jsonb, timestamptz)';
  await db.ownerPool.query(`revoke execute on ${record} from clearbook_app`);
  expect((await http.ask(url, `admin ${staff}`)).statusCode).toBe(500);
  await db.ownerPool.query(`grant execute on ${record} to clearbook_app`);
});
