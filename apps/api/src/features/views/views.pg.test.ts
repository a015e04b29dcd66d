import type { SavedView } from '@clearbook/contracts/views';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { viewRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  site = await serve(books.now, (register) => viewRoutes(register, { pool: db.pool }));
});
afterAll(async () => {
  await site?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

const list = async (who: string) => (await site.get<{ data: SavedView[] }>('/admin/views', who)).data;
const save = (who: string, name: string, address: object = { status: 'approved' }, table = 'withdrawals') =>
  site.send('POST', '/admin/views', who, { table, name, address });
const change = (who: string, id: string, body: object) => site.send('PATCH', `/admin/views/${id}`, who, body);
const remove = (who: string, id: string) => site.send('DELETE', `/admin/views/${id}`, who);
const staff = async () => `owner ${await books.openParty('staff')}`;

it('[G94] a view is saved, renamed, replaced and deleted by whose it is, and nobody else sees it', async () => {
  const [ann, bob] = [await staff(), await staff()];
  expect((await save(ann, 'Paid out')).statusCode).toBe(201);
  const [view] = await list(ann);
  expect(view).toMatchObject({ table: 'withdrawals', name: 'Paid out', address: { status: 'approved' }, fits: true });
  const id = view?.id ?? '';
  expect(await list(bob)).toEqual([]);
  for (const answer of [await change(bob, id, { name: 'mine' }), await remove(bob, id), await remove(ann, newId())])
    expect(said(answer)).toEqual([404, 'view.not_found']);
  expect((await save(bob, 'Paid out')).statusCode).toBe(201);

  expect((await change(ann, id, { name: 'Refused ☂' })).statusCode).toBe(200);
  expect((await change(ann, id, { address: { q: 'harbour', status: 'rejected', sort: 'largest' } })).statusCode).toBe(
    200,
  );
  expect(await list(ann)).toEqual([
    {
      id,
      table: 'withdrawals',
      name: 'Refused ☂',
      address: { q: 'harbour', status: 'rejected', sort: 'largest' },
      fits: true,
    },
  ]);
  expect((await save(ann, 'Second')).statusCode).toBe(201);
  expect(said(await save(ann, 'Second'))).toEqual([409, 'view.name_taken']);
  expect(said(await change(ann, id, { name: 'Second' }))).toEqual([409, 'view.name_taken']);
  // Its own name, and the same one for another table, are nobody else's.
  expect((await change(ann, id, { name: 'Refused ☂' })).statusCode).toBe(200);
  expect((await save(ann, 'Second', {}, 'deposits')).statusCode).toBe(201);
  expect((await remove(ann, id)).statusCode).toBe(204);
  expect((await list(ann)).map(({ table, name }) => [table, name])).toEqual([
    ['deposits', 'Second'],
    ['withdrawals', 'Second'],
  ]);
});

it('[G94] a view holds only what its table takes, and one that no longer fits says so and can be deleted', async () => {
  const ann = await staff();
  for (const address of [
    { status: 'active' },
    { status: 'approved', page: 2 },
    { q: 'x'.repeat(255) },
    { sort: 'q' },
    { sort: 'a_to_z' },
  ])
    expect((await save(ann, 'Bad', address)).statusCode, JSON.stringify(address)).toBe(422);
  expect((await save(ann, 'Bad', { sort: 'a_to_z' })).json()).toMatchObject({ fields: [{ name: 'address.sort' }] });
  expect((await save(ann, 'Bad', {}, 'staff')).statusCode).toBe(422);
  expect((await save(ann, ' ')).statusCode).toBe(422);
  const { id } = (await save(ann, 'Good')).json<SavedView>();
  expect((await change(ann, id, { address: { status: 'active' } })).statusCode).toBe(422);
  expect(await list(ann)).toMatchObject([{ address: { status: 'approved' } }]);

  await db.ownerPool.query(`update app.saved_view set address = '{"status": "once_was"}' where id = $1`, [id]);
  expect(await list(ann)).toMatchObject([{ id, name: 'Good', fits: false }]);
  await db.ownerPool.query(`update app.saved_view set address = '{"sort": "once_was"}' where id = $1`, [id]);
  expect(await list(ann)).toMatchObject([{ id, name: 'Good', fits: false }]);
  expect((await remove(ann, id)).statusCode).toBe(204);
});

it('[G94] takes the permission to read the table, and clients have none', async () => {
  const id = await books.openParty('staff');
  expect((await save(`owner ${id}`, 'Log', { q: 'tess' }, 'audit')).statusCode).toBe(201);
  expect((await list(`auditor ${id}`)).map(({ name }) => name)).toEqual(['Log']);
  expect(await list(`support ${id}`)).toEqual([]);
  expect(said(await save(`support ${id}`, 'Other', {}, 'audit'))).toEqual([403, 'auth.permission_missing']);
  expect(said(await site.ask('/admin/views', `client ${id}`))).toEqual([403, 'auth.not_allowed']);
});

it('[G94] are at most 20 a table, however many are saved at one moment, and go with the person', async () => {
  const id = await books.openParty('staff');
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => save(`owner ${id}`, `view ${i}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(
    new Set(answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => said(answer).join(' '))),
  ).toEqual(new Set(['409 view.too_many']));
  expect((await save(`owner ${id}`, 'elsewhere', {}, 'deposits')).statusCode).toBe(201);
  const client = await books.openParty();
  await db.ownerPool.query('update app.saved_view set user_id = $2 where user_id = $1', [id, client]);
  await books.run({ kind: 'close_account', staffId: id, clientId: client });
  await db.pool.query('select ledger.erase_person($1, $2)', [client, books.now()]);
  expect((await db.pool.query('select from app.saved_view where user_id = $1', [client])).rowCount).toBe(0);
});
