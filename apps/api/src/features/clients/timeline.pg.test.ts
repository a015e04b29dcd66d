import { TIMELINE_KIND_NAMES, type ClientNote, type TimelineItem } from '@clearbook/contracts/timeline';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, pendingDeposit } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { clientRoutes } from './index.ts';
import { timelineOf } from './timeline.query.ts';

type List = { data: TimelineItem[]; next_cursor: string | null };
let db: FreshDatabase;
let books: Books;
let site: Served;
let staff: string;
let clientId: string;
let other: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  const { pool } = db;
  site = await serve(books.now, (register) => {
    const files = new FileStore(pool, localStorage('/nowhere'), createSeal(Buffer.alloc(32, 7)));
    const parts = { ledger: books.ledger, pool, config: { mode: 'demo' as const }, files };
    clientRoutes(register, { ...parts, checkPassword: () => Promise.resolve() });
  });
  [staff, clientId, other] = [await books.openParty('staff'), await books.openParty(), await books.openParty()];
  await books.fund(clientId, 500_000n);
  await books.fund(other, 500_000n);
  for (let i = 1; i <= 3; i += 1) {
    books.at(new Date(books.now().getTime() + 60_000));
    await pendingDeposit(books, clientId, BigInt(i * 10_000));
  }
  await books.run({ kind: 'request_withdrawal', clientId, withdrawalId: newId(), amount: 7_777n, method: 'bank', coin: null, destination: { accountNumber: '1' }, expectedFee: null, code: null, codeHash: '' }); // prettier-ignore
  await pool.query(
    `insert into app.mail_outbox (id, user_id, template, "values", next_at, created_at) values ($1, $2, 'withdrawal-code', '{"code":"424242"}', $3, $3)`,
    [newId(), clientId, books.now()],
  );
});
afterAll(async () => {
  await site.app.close();
  await books.ledger.close();
  await db.drop();
});

const read = (query = '', who = `owner ${staff}`, of = clientId) =>
  site.get<List>(`/admin/users/${of}/timeline?${query}`, who);
const write = (text: string, key = newId(), role = 'owner', of = clientId) =>
  site.send('POST', `/admin/users/${of}/notes`, `${role} ${staff}`, { text }, key);

describe('a client’s timeline', () => {
  it('[G74] has everything once, newest first, a page at a time', async () => {
    const all = await read('limit=100');
    expect(all.next_cursor).toBeNull();
    expect(new Set(all.data.map(({ kind }) => kind))).toEqual(
      new Set(['entry', 'deposit', 'withdrawal', 'email', 'notification', 'staff_action']),
    );
    const times = all.data.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await read(`limit=2${cursor}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(all.data.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect((await read('kind=deposit')).data.map(({ amount }) => amount?.amount)).toEqual([
      '300.00',
      '200.00',
      '100.00',
    ]);
    expect((await site.ask(`/admin/users/${clientId}/timeline?kind=loot`, `owner ${staff}`)).statusCode).toBe(422);
  });

  it('[G74] never says what an email says, and leaves out what the role does not include', async () => {
    expect(JSON.stringify(await read())).not.toContain('424242');
    const kinds = async (role: string) => new Set((await read('', `${role} ${staff}`)).data.map(({ kind }) => kind));
    expect(await kinds('client.read')).toEqual(new Set(['entry', 'notification']));
    expect(await kinds('client.read,mail.read')).toEqual(new Set(['entry', 'notification', 'email']));
    expect(await kinds('support')).not.toContain('staff_action');
    expect((await read('kind=email', `client.read ${staff}`)).data).toEqual([]);
  });

  it('[G74] is logged as a view of the client, and is nobody’s where there is no such client', async () => {
    await read('', `owner ${staff}`, other);
    const { rows } = await db.pool.query("select 1 from ledger.audit where action = 'user.view' and client_id = $1", [
      other,
    ]);
    expect(rows).toHaveLength(1);
    expect((await site.ask(`/admin/users/${newId()}/timeline`, `owner ${staff}`)).statusCode).toBe(404);
    expect((await site.ask(`/admin/users/${clientId}/timeline`, `client ${clientId}`)).statusCode).toBe(403);
  });

  it('[G74] reads each kind by an index that begins with the client', async () => {
    const client = await db.ownerPool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      for (const kind of TIMELINE_KIND_NAMES) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${timelineOf([kind])}`, [clientId, null, null, 50]); // prettier-ignore
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan, kind).not.toMatch(/Seq Scan/);
        expect(plan, kind).toMatch(/Index Cond: \(+(?:client|user)_id = /);
      }
    } finally {
      client.release(true);
    }
  });

  it('[G75] keeps a note once, for staff alone, and never changes it', async () => {
    const key = newId();
    const [one, again] = await Promise.all([
      write('Called about a transfer', key),
      write('Called about a transfer', key),
    ]);
    expect([one.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(one.json<ClientNote>()).toEqual(again.json<ClientNote>());
    expect(said(await write('Something else', key))).toEqual([409, 'key.reused']);
    expect(said(await write('Called about a transfer', key, 'owner', other))).toEqual([409, 'key.reused']);
    const notes = await read('kind=note');
    expect(notes.data.map(({ text, by }) => [text, by])).toEqual([
      ['Called about a transfer', `${staff}@example.test`],
    ]);
    expect(said(await write('No', newId(), 'auditor'))).toEqual([403, 'auth.permission_missing']);
    expect((await write('Nobody', newId(), 'owner', newId())).statusCode).toBe(404);
    expect((await write(' ')).statusCode).toBe(422);
    await expect(db.pool.query("update app.client_note set text = 'x'")).rejects.toThrow(/permission denied/);
    await expect(db.pool.query('delete from app.client_note')).rejects.toThrow(/permission denied/);
  });

  it('[G75] erases a client’s notes with the client', async () => {
    const gone = await books.openParty();
    await write('Moved abroad', newId(), 'owner', gone);
    const answer = await site.send('DELETE', `/admin/users/${gone}`, `owner ${staff}`, { reason: 'asked for' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = await db.ownerPool.query('select 1 from app.client_note where client_id = $1', [gone]);
    expect(rows).toEqual([]);
  });
});
