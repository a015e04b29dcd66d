import type { AdminVerification, Identity } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { v7 as newId } from 'uuid';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { upload } from '../../../test/form.ts';
import { picture } from '../../../test/picture.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { openScreeningList } from '../../adapters/screening/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { auditRoutes } from '../audit/index.ts';
import { identityRoutes, tellExpiries } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;
let folder: string;
let staff: string;
const config: { mode: 'demo' | 'live' } = { mode: 'demo' };
beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  folder = await mkdtemp(join(tmpdir(), 'dates-'));
  http = await serve(books.now, (register) => {
    const { pool } = db;
    const files = new FileStore(pool, localStorage(folder), createSeal(Buffer.alloc(32, 7)));
    identityRoutes(register, { pool, files, ledger: books.ledger, config, screeningList: openScreeningList({}) });
    auditRoutes(register, { pool });
  });
});
afterAll(async () => {
  await http?.app.close();
  await books?.ledger.close();
  await db?.drop();
  await rm(folder, { recursive: true });
});

const day = (days: number) => new Date(books.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const later = (days: number) => books.at(new Date(books.now().getTime() + days * 86_400_000));
const decides = (id: string, body: object) =>
  http.send('POST', `/admin/verifications/${id}/decision`, `admin ${staff}`, body);
const records = (id: string, body: object, who = `admin ${staff}`) =>
  http.send('PUT', `/admin/verifications/${id}/dates`, who, { reason: 'Read again', ...body });
const own = (id: string) => http.get<Identity>('/identity', id);
const shown = (id: string) => http.get<AdminVerification>(`/admin/verifications/${id}`, `admin ${staff}`);
let pictures = 0;
function sends(id: string, ...sides: ('front' | 'back')[]) {
  const chosen = sides.length === 0 ? (['front', 'back'] as const) : sides;
  const { payload, headers } = upload(Object.fromEntries(chosen.map((side) => [side, picture((pictures += 1))])));
  const url = '/api/v1/identity';
  return http.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie: id, 'idempotency-key': newId() } }); // prettier-ignore
}
async function approved(dates: object): Promise<string> {
  const id = await books.openParty();
  expect((await sends(id)).statusCode).toBe(201);
  const done = await decides(id, { decision: 'approve', ...dates });
  expect(done.statusCode, done.body).toBe(200);
  return id;
}
const refusal = (answer: { json(): unknown }) => {
  const { code, fields } = answer.json() as { code: string; fields: { name: string; message: string }[] };
  return [code, ...fields.map(({ name, message }) => [name, message])];
};

it('[I26] an approval says when the document expires, or that it never does, and by default when it is looked at again', async () => {
  const id = await books.openParty();
  await sends(id);
  const { expiry, problems } = messages.identity.dates;
  const wrong = { decision: 'approve', expires_on: '' };
  expect(refusal(await decides(id, wrong))).toEqual(['request.invalid', ['expires_on', expiry]]);
  config.mode = 'live';
  expect(refusal(await decides(id, { decision: 'approve' }))).toEqual(['identity.dates_invalid', ['expires_on', expiry]]); // prettier-ignore
  config.mode = 'demo';
  for (const [dates, field, message] of [
    [{ expires_on: day(0) }, 'expires_on', problems.expiry_past],
    [{ expires_on: day(21 * 366) }, 'expires_on', problems.expiry_too_far],
    [{ expires_on: null, review_on: day(0) }, 'review_on', problems.review_past],
    [{ expires_on: null, review_on: day(6 * 366) }, 'review_on', problems.review_too_far],
    [{ expires_on: day(90), review_on: day(91) }, 'review_on', problems.review_after_expiry],
  ] as const)
    expect(refusal(await decides(id, { decision: 'approve', ...dates }))).toEqual(['identity.dates_invalid', [field, message]]); // prettier-ignore
  expect(await own(id)).toMatchObject({ status: 'pending', is_verified: false, dates: null });

  expect((await decides(id, { decision: 'approve', expires_on: day(90) })).statusCode).toBe(200);
  const dates = { expires_on: day(90), review_on: day(90), validity: 'valid', recorded_at: books.now().toISOString() };
  expect((await own(id)).dates).toEqual(dates);
  expect((await shown(id)).dates).toEqual(dates);
  const never = await approved({ expires_on: null, review_on: day(30) });
  expect((await own(never)).dates).toMatchObject({ expires_on: null, review_on: day(30) });
  const { rows } = await db.pool.query('select facts from ledger.audit where client_id = $1', [id]);
  expect(rows).toMatchObject([{ facts: { expires_on: day(90), review_on: day(90) } }]);
  expect(await own(await approved({})), 'in a demo').toMatchObject({ is_verified: true, dates: null });
});

it('[I26] the database refuses a wrong date by itself, and dates that are there stay', async () => {
  const [id, at] = [await books.openParty(), books.now()];
  type Dates = readonly [expires: string | null, review: string, accepted?: boolean, by?: string];
  const insert = (...[expires, review, accepted = true, by = staff]: Dates) =>
    db.pool.query(
      `insert into app.identity_dates (id, user_id, expires_on, review_on, approved, recorded_at, recorded_by, replaced_at)
       values ($1, $2, $3, $4, $5, $6, $7, $6)`,
      [newId(), id, expires, review, accepted, at, by],
    );
  const wrong: readonly Dates[] = [
    [day(0), day(0)],
    [day(21 * 366), day(30)],
    [null, day(0)],
    [null, day(6 * 366)],
    [day(30), day(31)],
    [day(-1), day(0), false],
    [day(-21 * 366), day(-21 * 366), false],
    [null, day(30), true, id],
  ];
  for (const dates of wrong) await expect(insert(...dates), dates.join(' ')).rejects.toThrow('check constraint');
  await insert(day(1), day(1));
  await insert(day(-1), day(-1), false);
  for (const sql of ['update app.identity_dates set expires_on = null', 'delete from app.identity_dates'])
    await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
});

it('[I27] dates are recorded later or corrected with a reason, which the log and the client’s activity have', async () => {
  const id = await approved({ expires_on: day(400) });
  // As it was before there were dates.
  await db.pool.query('update app.identity_dates set replaced_at = recorded_at where user_id = $1', [id]);
  expect((await shown(id)).dates).toBeNull();
  expect(refusal(await records(id, { expires_on: day(10), reason: '' }))[1]?.[0]).toBe('reason');
  expect(said(await records(id, { expires_on: day(10) }, `support ${staff}`))).toEqual([403, 'auth.permission_missing']); // prettier-ignore
  expect((await records(id, { expires_on: day(-10) })).json()).toMatchObject({ dates: { expires_on: day(-10), review_on: day(-10), validity: 'expired' } }); // prettier-ignore
  later(1);
  expect((await records(id, { expires_on: day(1000), review_on: day(500) })).statusCode).toBe(200);
  expect((await own(id)).dates).toMatchObject({ expires_on: day(1000), review_on: day(500) });
  const { rows } = await db.pool.query<{ by: string }>('select recorded_by as by from app.identity_dates where user_id = $1 order by recorded_at', [id]); // prettier-ignore
  expect(rows.map(({ by }) => by)).toEqual([staff, staff, staff]);
  const { data } = await http.get<{ data: object[] }>('/me/audit', id);
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'verification.dates', facts: { before_expires_on: day(-11), expires_on: day(1000) }, reason: 'Read again' }, // prettier-ignore
    { action: 'verification.dates', facts: { expires_on: day(-11) }, reason: 'Read again' },
  ]);

  expect(said(await records(staff, { expires_on: null }))).toEqual([404, 'identity.not_found']);
  const waiting = await books.openParty();
  await sends(waiting);
  expect(said(await records(waiting, { expires_on: null }))).toEqual([409, 'identity.not_approved']);
  // An approval that is taken back takes its dates with it.
  expect((await decides(id, { decision: 'reject', reason: 'Another name' })).statusCode).toBe(200);
  expect(await own(id)).toMatchObject({ is_verified: false, dates: null });
});

it('[I28] a document that expires soon can be replaced, whole, and until that is decided the approval stands', async () => {
  const id = await approved({ expires_on: day(100) });
  later(69);
  expect(said(await sends(id))).toEqual([409, 'identity.already_verified']);
  later(1);
  expect(said(await sends(id, 'front'))).toEqual([422, 'identity.document_required']);
  expect((await sends(id)).statusCode).toBe(201);
  expect(await own(id)).toMatchObject({ status: 'pending', is_verified: true, dates: { expires_on: day(30) } });
  // Until somebody decides, either picture is replaced as ever.
  expect((await sends(id, 'back')).statusCode).toBe(201);
  const { submission } = await shown(id);
  const declined = await decides(id, { decision: 'reject', reason: 'Too dark', documents: ['back'], submission });
  expect(declined.json()).toMatchObject({ status: 'declined', is_verified: true, dates: { expires_on: day(30) } });
  expect(await own(id)).toMatchObject({ front: { status: 'approved' }, back: { status: 'declined', reason: 'Too dark' } }); // prettier-ignore
  expect((await sends(id, 'back')).statusCode).toBe(201);
  const again = await decides(id, { decision: 'approve', expires_on: day(3000), submission: (await shown(id)).submission }); // prettier-ignore
  expect(again.json()).toMatchObject({ status: 'approved', is_verified: true, dates: { expires_on: day(3000) } });
  expect(said(await sends(id))).toEqual([409, 'identity.already_verified']);
});

it('[I28] an approval that stands beside declined documents can still be taken back', async () => {
  const id = await approved({ expires_on: day(5) });
  await sends(id);
  const { submission } = await shown(id);
  await decides(id, { decision: 'reject', reason: 'Too dark', submission });
  const back = await decides(id, { decision: 'reject', reason: 'Forged', submission });
  expect(back.json()).toMatchObject({
    status: 'declined',
    is_verified: false,
    dates: null,
    front: { reason: 'Forged' },
  });
  expect(said(await decides(id, { decision: 'reject', reason: 'Forged', submission }))).toEqual([409, 'decision.already_taken']); // prettier-ignore
});

const told = async (id: string) =>
  (
    await db.pool.query<{ kind: string; values: { day: string } }>(
      "select kind, values from app.notification where user_id = $1 and kind in ('identity-expiring', 'identity-expired') order by at, id",
      [id],
    )
  ).rows.map(({ kind, values }) => [kind, values.day]);
/** By two processes at the same time. */
const tells = () => Promise.all([tellExpiries(db.pool, books.now()), tellExpiries(db.pool, books.now())]);

it('[I29] the client is told 30 days ahead and on the last day, once each, in the app and by mail', async () => {
  const id = await approved({ expires_on: day(60) });
  const last = day(60);
  later(29);
  await tells();
  expect(await told(id)).toEqual([]);
  later(1);
  await tells();
  await tells();
  expect(await told(id)).toEqual([['identity-expiring', last]]);
  const mails = () => db.pool.query("select template from app.mail_outbox where user_id = $1 and template like 'identity-expir%' order by id", [id]); // prettier-ignore
  expect((await mails()).rows).toEqual([{ template: 'identity-expiring' }]);
  // The same day once more, with another review, is nothing new.
  expect((await records(id, { expires_on: last, review_on: day(10) })).statusCode).toBe(200);
  later(29);
  await tells();
  expect(await told(id)).toHaveLength(1);
  later(1);
  await tells();
  later(1);
  await tells();
  expect(await told(id)).toEqual([['identity-expiring', last], ['identity-expired', last]]); // prettier-ignore
  expect((await mails()).rows).toHaveLength(2);
});

it('[I29] downtime over both days tells the latter alone, and another date begins anew', async () => {
  const id = await approved({ expires_on: day(60) });
  later(70);
  await tells();
  expect(await told(id)).toEqual([['identity-expired', day(-10)]]);
  await records(id, { expires_on: day(20) });
  await tells();
  expect((await told(id)).at(-1)).toEqual(['identity-expiring', day(20)]);
  await records(id, { expires_on: null });
  later(40);
  await tells();
  expect(await told(id)).toHaveLength(2);
});

it('[I29] a new document stops it while it waits and once it is approved, and one that is declined does not', async () => {
  const id = await approved({ expires_on: day(31) });
  later(1);
  const last = day(30);
  await sends(id);
  await tells();
  expect(await told(id)).toEqual([]);
  await decides(id, { decision: 'reject', reason: 'Too dark', submission: (await shown(id)).submission });
  await tells();
  expect(await told(id)).toEqual([['identity-expiring', last]]);
  await sends(id);
  await decides(id, { decision: 'approve', expires_on: day(2000), submission: (await shown(id)).submission });
  later(40);
  await tells();
  expect(await told(id)).toHaveLength(1);
  // Nor is anybody told whose approval was taken back.
  const other = await approved({ expires_on: day(10) });
  await decides(other, { decision: 'reject', reason: 'Forged' });
  await tells();
  expect(await told(other)).toEqual([]);
});

it('[I31] the list and its file are narrowed by what the dates say of an approval that stands', async () => {
  const soon = await approved({ expires_on: day(30), review_on: day(20) });
  const later31 = await approved({ expires_on: day(31), review_on: day(25) });
  const today = await approved({ expires_on: null, review_on: day(1) });
  const old = await approved({ expires_on: day(400) });
  await db.pool.query('update app.identity_dates set replaced_at = recorded_at where user_id = $1', [old]);
  const taken = await approved({ expires_on: day(5) });
  await decides(taken, { decision: 'reject', reason: 'Forged' });
  const all = new Set([soon, later31, today, old, taken]);
  const narrowed = async (status: string) => {
    const { data } = await http.get<{ data: AdminVerification[] }>(`/admin/verifications?page_size=50&status=${status}`, `admin ${staff}`); // prettier-ignore
    const file = await http.ask(`/admin/verifications.csv?status=${status}`, `admin ${staff}`);
    const ids = data.map(({ id }) => id).filter((id) => all.has(id));
    expect([...all].filter((id) => file.body.includes(id)).toSorted(), status).toEqual(ids.toSorted());
    return new Set(ids);
  };
  expect(await narrowed('expiring')).toEqual(new Set([soon]));
  expect(await narrowed('expired')).toEqual(new Set());
  expect(await narrowed('review_due')).toEqual(new Set());
  expect(await narrowed('no_dates')).toEqual(new Set([old]));
  later(1);
  expect(await narrowed('expiring')).toEqual(new Set([soon, later31]));
  expect(await narrowed('review_due')).toEqual(new Set([today]));
  later(29);
  expect(await narrowed('expired')).toEqual(new Set());
  later(1);
  expect(await narrowed('expired')).toEqual(new Set([soon]));
  expect(await narrowed('expiring')).toEqual(new Set([later31]));
  expect(await narrowed('review_due')).toEqual(new Set([soon, later31, today]));
  const { body } = await http.ask('/admin/verifications.csv?status=no_dates', `admin ${staff}`);
  expect(body).toContain('expires_on,review_on');
});
