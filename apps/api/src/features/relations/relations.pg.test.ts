import type { AsClient, ClientTag, RelatedClient } from '@clearbook/contracts/relations';
import { v7 as newId } from 'uuid';
import { enqueueMail, type MailTemplate } from '../../platform/mail/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, pendingDeposit } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { auditRoutes } from '../audit/index.ts';
import { notificationRoutes } from '../notifications/index.ts';
import { statementRoutes } from '../statements/index.ts';
import { relationRoutes } from './index.ts';
import { SHARED } from '../fraud/index.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  const market = simulatedMarket(books.now);
  const parts = {
    pool: db.pool,
    config: { mode: 'demo' as const },
    site: { site_email: '', site_url: 'http://127.0.0.1:3000', complaints_email: '' },
  };
  site = await serve(books.now, (register) => {
    relationRoutes(register, { ...parts, market });
    auditRoutes(register, parts);
    notificationRoutes(register, { ...parts, seal: createSeal(Buffer.alloc(32, 7)) });
    statementRoutes(register, { ...parts, market });
  });
});
afterAll(async () => {
  await site?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

const owner = () => `owner ${staff}`;
const tags = async (id: string, who = owner()) =>
  (await site.get<{ data: ClientTag[] }>(`/admin/users/${id}/tags`, who)).data.map((tag) => tag.id);
const tag = (id: string, name: string, who = owner()) =>
  site.send('POST', `/admin/users/${id}/tags`, who, { tag: name });
const untag = (id: string, name: string) => site.send('POST', `/admin/users/${id}/tags/remove`, owner(), { tag: name });
const related = async (id: string, who = owner()) =>
  (await site.get<{ data: RelatedClient[] }>(`/admin/users/${id}/related`, who)).data;
const actions = async (who: string) => {
  const { rows } = await db.pool.query<{ action: string; facts: object; client_id: string | null }>(
    'select action, facts, client_id from ledger.audit where subject_id = $1 order by number',
    [who],
  );
  return rows;
};

describe('tags', () => {
  it('[G90] are given and taken off once, for staff alone, with a line that says neither whose client nor what', async () => {
    const id = await books.openParty();
    for (const name of ['vip', 'Zweite Meinung ☂', 'vip']) expect((await tag(id, name)).statusCode).toBe(200);
    expect(await tags(id)).toEqual(['vip', 'Zweite Meinung ☂'].toSorted());
    for (const again of [1, 2]) expect((await untag(id, 'vip')).statusCode, `${again}`).toBe(200);
    expect(await tags(id, `support ${staff}`)).toEqual(['Zweite Meinung ☂']);
    expect(await actions(id)).toEqual([
      { action: 'client.tag', facts: {}, client_id: null },
      { action: 'client.tag', facts: {}, client_id: null },
      { action: 'client.untag', facts: {}, client_id: null },
    ]);
    expect(said(await tag(id, 'mine', `auditor ${staff}`))).toEqual([403, 'auth.permission_missing']);
    expect(said(await site.ask(`/admin/users/${id}/tags`, `client ${id}`))).toEqual([403, 'auth.not_allowed']);
    expect(said(await tag(newId(), 'x'))).toEqual([404, 'user.not_found']);
    expect((await tag(id, 'x'.repeat(31))).statusCode).toBe(422);
  });

  it('[G90] are at most 20, however many are given at one moment, and go with the client', async () => {
    const id = await books.openParty();
    const given = await Promise.all(Array.from({ length: 25 }, (_, i) => tag(id, `tag ${i}`)));
    expect(given.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(
      new Set(given.filter(({ statusCode }) => statusCode !== 200).map((answer) => said(answer).join(' '))),
    ).toEqual(new Set(['409 tag.too_many']));
    await books.run({ kind: 'close_account', staffId: staff, clientId: id });
    await db.pool.query('select ledger.erase_person($1, $2)', [id, books.now()]);
    expect((await db.pool.query('select from app.client_tag where client_id = $1', [id])).rowCount).toBe(0);
    expect(said(await tag(id, 'late'))).toEqual([404, 'user.not_found']);
  });
});

describe('related accounts', () => {
  const withdraws = (clientId: string, accountNumber: string) =>
    books.run({ kind: 'request_withdrawal', clientId, withdrawalId: newId(), amount: 5_000n, method: 'bank', coin: null, destination: { accountNumber, bankName: 'Harbour', accountName: 'A' }, expectedFee: null, code: null, codeHash: '' }); // prettier-ignore
  const device = (userId: string, hash: string, at: Date) =>
    db.ownerPool.query(
      "insert into app.known_device (user_id, device_hash, first_seen_at, last_seen_at) values ($1, sha256(convert_to($2, 'UTF8')), $3, $3)",
      [userId, hash, at],
    );
  const picture = (ownerId: string, content: string, kind = 'proof') =>
    db.ownerPool.query(
      "insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at) values ($1, $2, $3, sha256(convert_to($4, 'UTF8')), 5, 'image/webp', $5)",
      [newId(), ownerId, kind, content, books.now()],
    );

  it('[G91] lists who shares a destination, a payment, a picture or a browser, the most first, and nobody else', async () => {
    const people = [];
    for (let i = 0; i < 4; i += 1) {
      const id = await books.openParty();
      await books.fund(id, 100_000n);
      people.push(id);
    }
    const [ann = '', ben = '', cat = '', dan = ''] = people;
    await withdraws(ann, 'GB33 BUKB 2020 1555 5555 55');
    await withdraws(ben, 'gb33bukb20201555555555');
    await withdraws(dan, 'DE89 3704 0044 0532 0130 00');
    const at = books.now();
    await device(ann, 'a browser', new Date(at.getTime() - 5_000));
    await device(ben, 'a browser', at);
    await device(dan, 'another browser', at);
    await device(staff, 'a browser', at);
    await picture(ann, 'a face', 'identity');
    await picture(cat, 'a face');
    // A profile picture is everybody's own business.
    await picture(dan, 'a face', 'picture');
    for (const client of [ann, cat]) {
      const deposit = await pendingDeposit(books, client, 20_000n);
      await db.ownerPool.query('insert into app.payment_try (deposit_id, client_id, txid, staff_id, at) values ($1, $2, $3, $4, $5)', [deposit, client, 'abcd', staff, at]); // prettier-ignore
    }
    const found = await related(ann);
    const shares = (id: string) =>
      found
        .find((one) => one.id === id)
        ?.shares.map(({ kind, count }) => `${kind} ${count}`)
        .toSorted();
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([ben, cat]));
    expect(shares(ben)).toEqual(['destination 1', 'device 1']);
    expect(shares(cat)).toEqual(['payment 1', 'picture 1']);
    expect(found.find(({ id }) => id === ben)?.shares.find(({ kind }) => kind === 'device')?.since).toBe(
      at.toISOString(),
    );
    // Each from the other's page as well; of what the role includes.
    expect((await related(ben)).map(({ id }) => id)).toEqual([ann]);
    expect((await related(cat, `support ${staff}`))[0]?.shares.map(({ kind }) => kind)).toEqual(['payment']);
    expect(await related(dan)).toEqual([]);
    expect(said(await site.ask(`/admin/users/${newId()}/related`, owner()))).toEqual([404, 'user.not_found']);
  });

  it('[G91] reads no table from end to end for it', async () => {
    const client = await db.ownerPool.connect();
    try {
      await client.query('begin');
      // What an index can find is found by one.
      await client.query('set local enable_seqscan = off');
      for (const [kind, query] of Object.entries(SHARED)) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain ${query.replaceAll('$1', `'${staff}'`)}`,
        );
        expect(
          rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan')),
          kind,
        ).toEqual([]);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('what the client sees', () => {
  it('[G92] is what their own pages read, and each look is a line that they read', async () => {
    const id = await books.openParty();
    await books.fund(id, 123_400n);
    await pendingDeposit(books, id, 20_000n);
    const seen = await site.get<AsClient>(`/admin/users/${id}/as-client`, owner());
    expect(seen.account).toEqual(await site.get('/me/account', `client ${id}`));
    expect(seen.notifications).toEqual((await site.get<{ data: object[] }>('/notifications', `client ${id}`)).data);
    expect(seen.deposits).toMatchObject([{ amount: { amount: '200.00' }, status: 'pending' }]);
    expect([seen.trades, seen.withdrawals]).toEqual([[], []]);
    expect(said(await site.ask(`/admin/users/${id}/as-client`, `client ${id}`))).toEqual([403, 'auth.not_allowed']);
    await site.get(`/admin/users/${id}/as-client`, `support ${staff}`);
    const log = (await site.get<{ data: { action: string }[] }>('/me/audit', `client ${id}`)).data;
    expect(log.filter(({ action }) => action === 'user.as_client')).toHaveLength(2);
    const narrow = await site.get<AsClient>(`/admin/users/${id}/as-client`, `client.read,client.note ${staff}`);
    expect([narrow.trades, narrow.deposits, narrow.withdrawals]).toEqual([null, null, null]);
    const tell = (template: MailTemplate) =>
      enqueueMail(db.pool, { userId: id, template, values: { reason: 'x', code: 'x' } }, books.now());
    for (const template of ['identity-declined', 'trade-losing', 'withdrawal-lapsed', 'sessions-ended'] as const)
      await tell(template);
    const kindsFor = async (who: string) =>
      new Set((await site.get<AsClient>(`/admin/users/${id}/as-client`, `${who} ${staff}`)).notifications.map((one) => one.kind)); // prettier-ignore
    const own = ['sessions-ended', 'withdrawal-lapsed', 'trade-losing', 'identity-declined', 'deposit-submitted'];
    expect([...(await kindsFor('admin'))]).toEqual(expect.arrayContaining(own));
    const support = await kindsFor('support');
    expect(own.filter((kind) => !support.has(kind))).toEqual(['identity-declined']);
    const few = await kindsFor('client.read,trade.read');
    expect(own.filter((kind) => few.has(kind))).toEqual(['sessions-ended', 'trade-losing']);
    // Looking marks nothing as read.
    expect(narrow.notifications.every(({ read }) => !read)).toBe(true);
  });
});
