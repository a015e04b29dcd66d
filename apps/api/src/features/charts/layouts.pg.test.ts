import type { ChartLayout, SavedLayout } from '@clearbook/contracts/chart';
import { NO_ACTIONS } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { chartRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  site = await serve(books.now, (register) => chartRoutes(register, { pool: db.pool, actionsOf: NO_ACTIONS }));
});
afterAll(async () => {
  await site?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

const chart = (symbol: string | null): ChartLayout['charts'][number] => ({
  ...{ symbol, interval: '5m', style: 'area' },
  indicators: [{ key: 'k1', id: 'sma', settings: { length: 20 } }],
  compare: ['BTC'],
});
const TWO: ChartLayout = { shown: 2, active: 1, charts: [chart('ETH'), chart('AAPL')] };
const ONE: ChartLayout = { shown: 1, active: 0, charts: [chart(null)] };

const client = async () => `client ${await books.openParty()}`;
const list = async (who: string) => (await site.get<{ data: SavedLayout[] }>('/me/layouts', who)).data;
const save = (who: string, name: string, layout: unknown = TWO) =>
  site.send('POST', '/me/layouts', who, { name, layout });
const change = (who: string, id: string, body: object) => site.send('PATCH', `/me/layouts/${id}`, who, body);
const remove = (who: string, id: string) => site.send('DELETE', `/me/layouts/${id}`, who);

it('[H26] a layout is saved, renamed, replaced and deleted by whose it is, and nobody else sees it', async () => {
  const [ann, bob] = [await client(), await client()];
  const { id } = (await save(ann, 'Crypto ☂')).json<SavedLayout>();
  expect(await list(ann)).toEqual([{ id, name: 'Crypto ☂', layout: TWO }]);
  expect(await list(bob)).toEqual([]);
  for (const answer of [
    await change(bob, id, { name: 'mine' }),
    await remove(bob, id),
    await change(ann, newId(), { layout: ONE }),
    await remove(ann, newId()),
  ])
    expect(said(answer)).toEqual([404, 'layout.not_found']);
  expect((await save(bob, 'Crypto ☂')).statusCode).toBe(201);

  expect((await change(ann, id, { name: 'Mornings' })).statusCode).toBe(200);
  expect((await change(ann, id, { layout: ONE })).statusCode).toBe(200);
  expect(await list(ann)).toEqual([{ id, name: 'Mornings', layout: ONE }]);
  expect((await save(ann, 'Evenings')).statusCode).toBe(201);
  expect(said(await save(ann, 'Evenings'))).toEqual([409, 'layout.name_taken']);
  expect(said(await change(ann, id, { name: 'Evenings' }))).toEqual([409, 'layout.name_taken']);
  expect((await change(ann, id, { name: 'Mornings' })).statusCode).toBe(200);
  expect((await remove(ann, id)).statusCode).toBe(204);
  expect((await list(ann)).map(({ name }) => name)).toEqual(['Evenings']);
});

it('[H26] a name without text or of more than 40 characters, and charts that there cannot be, are refused', async () => {
  const ann = await client();
  for (const name of ['', ' ', 'x'.repeat(41), 'two\nlines', '\u202eabc'])
    expect((await save(ann, name)).statusCode, name).toBe(422);
  for (const layout of [
    { ...TWO, shown: 3 },
    { ...TWO, active: 2 },
    { ...TWO, charts: [chart('ETH'), chart('NOPE')] },
    { ...TWO, charts: [chart('ETH'), { ...chart('ETH'), compare: ['NOPE'] }] },
    null,
  ])
    expect((await save(ann, 'Bad', layout)).statusCode, JSON.stringify(layout)).toBe(422);
  expect(await list(ann)).toEqual([]);
  expect((await save(ann, 'x'.repeat(40))).statusCode).toBe(201);
});

it('[H26] layouts are at most 10, however many are saved at one moment, and go with the person', async () => {
  const id = await books.openParty();
  const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => save(`client ${id}`, `layout ${i}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  expect(
    new Set(answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => said(answer).join(' '))),
  ).toEqual(new Set(['409 layout.too_many']));
  const staffId = await books.openParty('staff');
  await books.run({ kind: 'close_account', staffId, clientId: id });
  await db.pool.query('select ledger.erase_person($1, $2)', [id, books.now()]);
  expect((await db.pool.query('select from app.chart_layout where user_id = $1', [id])).rowCount).toBe(0);
});
