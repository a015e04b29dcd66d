import { openScreeningList } from '../../adapters/screening/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { proposalRoutes } from '../proposals/index.ts';
import { identityRoutes } from './index.ts';

type Site = { db: FreshDatabase; books: Books; http: Served; one: string; two: string };
const sites: Site[] = [];
let demo: Site;
let live: Site;

beforeAll(async () => {
  [demo, live] = [await open('demo'), await open('live')];
});
afterAll(async () => {
  for (const { http, books, db } of sites) {
    await http.app.close();
    await books.ledger.close();
    await db.drop();
  }
});

async function open(mode: 'demo' | 'live'): Promise<Site> {
  const db = await freshDatabase();
  if (mode === 'live') await makeLive(db);
  const books = openBooks(db.pool);
  const http = await serve(books.now, (register) => {
    const { pool } = db;
    const files = new FileStore(pool, localStorage('/nowhere'), createSeal(Buffer.alloc(32, 7)));
    const config = { mode };
    identityRoutes(register, { pool, files, ledger: books.ledger, config, screeningList: openScreeningList({}) });
    proposalRoutes(register, { ledger: books.ledger, pool, config });
  });
  const site = { db, books, http, one: await books.openParty('staff'), two: await books.openParty('staff') };
  sites.push(site);
  return site;
}

/** A client whose documents somebody approved. */
async function approved({ db, books, one }: Site): Promise<{ id: string; submission: string }> {
  const [id, submission] = [await books.openParty(), newId()];
  await db.pool.query("insert into app.verification values ($1, $2, 'approved', $3, $3, $4)", [id, submission, books.now(), one]); // prettier-ignore
  for (const side of ['front', 'back'])
    await db.pool.query("insert into app.verification_document (id, user_id, side, file_id, state, submitted_at) values ($1, $2, $3, $4, 'approved', $5)", [newId(), id, side, await picture(db.pool, id), books.now()]); // prettier-ignore
  await db.pool.query('update app.user set is_verified = true where id = $1', [id]);
  return { id, submission };
}

async function picture(pool: Pool, owner: string): Promise<string> {
  const id = newId();
  await pool.query("insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at) values ($1, $2, 'identity', $3, 1, 'image/webp', now())", [id, owner, Buffer.alloc(32, id)]); // prettier-ignore
  return id;
}

const REJECT = { decision: 'reject', reason: 'The name is another one' };
const declines = ({ http }: Site, staff: string, id: string, body: object = REJECT) =>
  http.send('POST', `/admin/verifications/${id}/decision`, `admin ${staff}`, body, newId());
const state = ({ http }: Site, id: string) => http.get<object>('/identity', `client ${id}`);

it('[I14] an approval is taken back with a reason that the client reads, and they can send new documents', async () => {
  const { id } = await approved(demo);
  expect(await state(demo, id)).toMatchObject({ status: 'approved', is_verified: true });
  expect(said(await declines(demo, demo.one, id, { decision: 'reject' }))).toEqual([422, 'request.invalid']);
  expect(said(await declines(demo, demo.one, id))).toEqual([200, undefined]);
  const declined = { status: 'declined', reason: REJECT.reason };
  expect(await state(demo, id)).toMatchObject({ status: 'declined', is_verified: false, front: declined, back: declined }); // prettier-ignore
  const { rows } = await demo.db.pool.query("select values ->> 'reason' as reason from app.mail_outbox where user_id = $1 and template = 'identity-declined'", [id]); // prettier-ignore
  expect(rows).toEqual([{ reason: REJECT.reason }]);
  const log = await demo.db.pool.query("select actor_id from ledger.audit where client_id = $1 and action = 'verification.decline'", [id]); // prettier-ignore
  expect(log.rows).toEqual([{ actor_id: demo.one }]);
  expect(said(await declines(demo, demo.two, id))).toEqual([409, 'decision.already_taken']);
});

it('[I14] in live mode it takes two people, and the commit function asks for them too', async () => {
  const { id } = await approved(live);
  expect(said(await declines(live, live.one, id))).toEqual([202, undefined]);
  expect(await state(live, id)).toMatchObject({ status: 'approved', is_verified: true });
  expect(said(await declines(live, live.two, id))).toEqual([409, 'proposal.already_waiting']);
  const { data } = await live.http.get<{ data: { id: string; reason: string }[] }>('/admin/proposals', `admin ${live.two}`); // prettier-ignore
  expect(data[0]?.reason).toBe(REJECT.reason);
  const decide = (staff: string) =>
    live.http.send('POST', `/admin/proposals/${data[0]?.id}/decision`, `admin ${staff}`, { decision: 'approve' }, newId()); // prettier-ignore
  expect(said(await decide(live.one))).toEqual([409, 'proposal.own']);
  const tryCommit = await commitTester(live.db.pool, live.one, live.books.now());
  const declined = { user_id: id, state: 'declined', decided_at: live.books.now(), decided_by: live.one };
  expect(await tryCommit({ entries: [], rows: { verification: [declined] } })).toBe('CB085');
  for (const other of [{ submission: newId() }, { decided_by: id }, { decided_at: new Date(0) }, { state: 'pending' }])
    expect(await tryCommit({ entries: [], rows: { verification: [{ ...declined, ...other }] } })).toBe('I14');
  const { rows: documents } = await live.db.pool.query<{ id: string }>('select id from app.verification_document where user_id = $1', [id]); // prettier-ignore
  const document = { id: documents[0]?.id, state: 'declined', reason: 'alone' };
  expect(await tryCommit({ entries: [], rows: { verification_document: [document] } })).toBe('CB086');
  for (const other of [
    { user_id: live.two },
    { state: 'approved' },
    { replaced_at: live.books.now() },
    { reason: null },
  ])
    expect(await tryCommit({ entries: [], rows: { verification_document: [{ ...document, ...other }] } })).toBe('I14');
  // What is approved is done: not without its row, nor with a document that stays as it was.
  const by = live.two;
  const approval = { id: data[0]?.id, status: 'approved', decided_by: by, decided_at: live.books.now() };
  expect(await tryCommit({ entries: [], rows: { proposal: [approval] } })).toBe('CB084');
  const both = { proposal: [approval], verification: [{ ...declined, decided_by: by }] };
  expect(await tryCommit({ entries: [], rows: both })).toBe('CB086');
  expect(said(await decide(live.two))).toEqual([200, undefined]);
  expect(await state(live, id)).toMatchObject({ status: 'declined', is_verified: false });
});

it('[I14] what the client sent meanwhile is decided on its own', async () => {
  const { id } = await approved(live);
  expect(said(await declines(live, live.one, id, { ...REJECT, submission: newId() }))).toEqual([409, 'identity.not_approved']); // prettier-ignore
  expect(said(await declines(live, live.one, live.two))).toEqual([404, 'identity.not_found']);
});

it('[I28] an approval that stands beside declined documents takes two people as well', async () => {
  const { id, submission } = await approved(live);
  await live.db.pool.query("update app.verification set state = 'declined', stands = true where user_id = $1", [id]);
  await live.db.pool.query("update app.verification_document set state = 'declined', reason = 'dark' where user_id = $1", [id]); // prettier-ignore
  const tryCommit = await commitTester(live.db.pool, live.one, live.books.now());
  const row = { user_id: id, state: 'declined', decided_at: live.books.now(), decided_by: live.one };
  expect(await tryCommit({ entries: [], rows: { verification: [{ ...row, stands: true }] } })).toBe('I14');
  expect(await tryCommit({ entries: [], rows: { verification: [{ ...row, stands: false }] } })).toBe('CB085');
  expect(said(await declines(live, live.one, id, { ...REJECT, submission }))).toEqual([202, undefined]);
  const { data } = await live.http.get<{ data: { id: string }[] }>('/admin/proposals', `admin ${live.two}`);
  const path = `/admin/proposals/${data[0]?.id}/decision`;
  const done = await live.http.send('POST', path, `admin ${live.two}`, { decision: 'approve' }, newId());
  expect(done.json()).toMatchObject({ status: 'approved' });
  expect(await state(live, id)).toMatchObject({ status: 'declined', is_verified: false, front: { reason: REJECT.reason } }); // prettier-ignore
  expect(await tryCommit({ entries: [], rows: { verification: [{ ...row, stands: false }] } })).toBe('I14');
});
