import { FUNDS_DOCUMENT_KINDS, type FundsDocuments } from '@clearbook/contracts/identity';
import type { QueueItem } from '@clearbook/contracts/queues';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { DETAILS } from '../../../test/details.ts';
import { upload } from '../../../test/form.ts';
import { picture } from '../../../test/picture.ts';
import { ORIGIN, said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { openScreeningList } from '../../adapters/screening/index.ts';
import { FileStore, mountFiles } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { auditRoutes, recordFileView } from '../audit/index.ts';
import { queueRoutes } from '../queues/index.ts';
import { identityRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let folder: string;
let staff: string;
let live: Served;
let demo: Served;

beforeAll(async () => {
  db = await freshDatabase();
  await makeLive(db);
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  folder = await mkdtemp(join(tmpdir(), 'funds-'));
  [live, demo] = [await open('live'), await open('demo')];
});
afterAll(async () => {
  await Promise.all([live, demo].map((http) => http?.app.close()));
  await books?.ledger.close();
  await db?.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => books.at(new Date(books.now().getTime() + 60_000)));

function open(mode: 'demo' | 'live'): Promise<Served> {
  const { pool } = db;
  const files = new FileStore(pool, localStorage(folder), createSeal(Buffer.alloc(32, 7)));
  return serve(
    books.now,
    (register) => {
      identityRoutes(register, {
        ...{ pool, files, ledger: books.ledger, config: { mode } },
        screeningList: openScreeningList({}),
      });
      auditRoutes(register, { pool });
      queueRoutes(register, { pool });
    },
    {
      mode,
      beforeReady: (app, authenticate) =>
        mountFiles(app, {
          ...{ store: files, authenticate, allowedOrigins: [ORIGIN], clock: { now: books.now } },
          onStaffView: recordFileView(pool),
          favicon: () => Promise.resolve(undefined),
        }),
    },
  );
}

let pictures = 0;
const another = () => picture((pictures += 1));
const sends = (path: string, who: string, files: Record<string, Buffer>, http = live) => {
  const { payload, headers } = upload(files);
  const url = `/api/v1${path}`;
  return http.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie: who } });
};
const shows = (who: string, files: Record<string, Buffer>, http = live) =>
  sends('/identity/source-of-funds', who, files, http);
const five = () => Object.fromEntries(FUNDS_DOCUMENT_KINDS.map((kind) => [kind, another()]));
const own = (id: string) => live.get<FundsDocuments>('/identity/source-of-funds', id);
const ofClient = (id: string) => `/admin/verifications/${id}/source-of-funds`;
const reviews = (id: string, newest: string | undefined, who = `compliance ${staff}`) =>
  live.send('POST', `${ofClient(id)}/review`, who, { newest });
const waits = async () =>
  (await live.get<{ data: QueueItem[] }>('/admin/queue-items?queue=source_of_funds', `admin ${staff}`)).data;
const activity = async (id: string) =>
  (await live.get<{ data: { action: string }[] }>('/me/audit', id)).data.map(({ action }) => action);

/** Somebody whose details and identity documents are there. */
async function client(): Promise<string> {
  const id = await books.openParty();
  expect((await live.send('PUT', '/identity/details', id, { ...DETAILS })).statusCode).toBe(200);
  expect((await sends('/identity', id, { front: another(), back: another() })).statusCode).toBe(201);
  return id;
}

it('[I32] pictures of each kind are taken in live mode, after details and identity documents, and what is sent stays', async () => {
  const id = await books.openParty();
  expect(said(await shows(id, { payslip: another() }))).toEqual([422, 'identity.details_required']);
  await live.send('PUT', '/identity/details', id, { ...DETAILS });
  expect(said(await shows(id, { payslip: another() }))).toEqual([422, 'identity.documents_first']);
  await sends('/identity', id, { front: another(), back: another() });
  expect(said(await shows(id, { payslip: another() }, demo))).toEqual([409, 'funds.demo']);
  expect(said(await shows(id, {}))).toEqual([422, 'funds.document_required']);
  expect(said(await shows(id, { passport: another() }))[0]).toBe(422);
  expect(await own(id)).toEqual({ documents: [], left: 20 });

  const unreadable = await shows(id, { payslip: another(), other: Buffer.from('no picture') });
  expect(unreadable.json()).toMatchObject({ status: 415, fields: [{ name: 'other' }] });
  expect(await own(id)).toEqual({ documents: [], left: 20 });

  const payslip = another();
  const answer = await shows(id, { payslip, bank_statement: another() });
  expect(answer.statusCode, answer.body).toBe(201);
  expect((await own(id)).documents.map(({ kind, reviewed_at: at }) => [kind, at])).toEqual([
    ['bank_statement', null],
    ['payslip', null],
  ]);
  // The same picture again, even as something else, is no other document.
  expect((await shows(id, { other: payslip })).json()).toMatchObject({ left: 18 });
  for (const sql of ["update app.funds_document set kind = 'other'", 'delete from app.funds_document'])
    await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
});

it('[I32] nobody sends more than 20, at one moment neither, and the database counts too', async () => {
  const id = await client();
  for (let sent = 0; sent < 15; sent += 5) expect((await shows(id, five())).statusCode).toBe(201);
  expect((await shows(id, { payslip: another() })).statusCode).toBe(201);
  expect(said(await shows(id, five()))).toEqual([422, 'funds.documents_full']);
  const answers = await Promise.all(Array.from({ length: 12 }, () => shows(id, { payslip: another() })));
  const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  expect([of(201), of(422)]).toEqual([4, 8]);
  const full = await shows(id, { payslip: another() });
  expect(said(full)).toEqual([422, 'funds.documents_full']);
  expect(await own(id)).toMatchObject({ left: 0 });
  await expect(
    db.pool.query(
      `insert into app.funds_document (id, user_id, number, kind, file_id, submitted_at)
       select gen_random_uuid(), $1, 21, 'other', f.id, now() from app.file f where f.owner_id <> $1 limit 1`,
      [id],
    ),
  ).rejects.toThrow('check constraint');
});

it('[I32] sending changes no level, moves nothing and writes to nobody', async () => {
  const id = await client();
  const state = async () =>
    (
      await db.pool.query(
        `select (select count(*)::int from ledger.entry) as entries, (select count(*)::int from ledger.documented_funds) as documented,
           (select count(*)::int from app.mail_outbox) as mails, (select state from app.verification where user_id = $1) as state`,
        [id],
      )
    ).rows;
  const before = await state();
  await shows(id, five());
  expect(await state()).toEqual(before);
});

it('[I33] what was sent is shown to whoever reads verifications, and each look is in the log before the picture is shown', async () => {
  const [id, other] = [await client(), await client()];
  await shows(id, { tax_return: another() });
  const file = `/files/${(await own(id)).documents[0]?.file}`;
  expect((await own(other)).documents).toEqual([]);
  expect((await live.ask(file, id)).statusCode).toBe(200);
  expect((await live.ask(file, other)).statusCode).toBe(404);
  // Who may see proofs of payment alone sees neither the list nor a picture.
  for (const url of [file, ofClient(id)])
    for (const role of ['support', 'finance', 'risk'])
      expect(said(await live.ask(url, `${role} ${staff}`)), `${role} ${url}`).toEqual([403, 'auth.permission_missing']);
  expect(await activity(id)).not.toContain('funds.view');
  for (const role of ['compliance', 'operations', 'auditor']) {
    expect((await live.get<FundsDocuments>(ofClient(id), `${role} ${staff}`)).documents).toHaveLength(1);
    expect((await live.ask(file, `${role} ${staff}`)).statusCode).toBe(200);
  }
  expect((await activity(id)).filter((action) => action === 'funds.view')).toHaveLength(3);
  // Nothing is shown that can't be recorded.
  const record = 'function ledger.record_audit(uuid, text, text, text, uuid, jsonb, timestamptz)';
  await db.ownerPool.query(`revoke execute on ${record} from clearbook_app`);
  expect((await live.ask(file, `admin ${staff}`)).statusCode).toBe(500);
  await db.ownerPool.query(`grant execute on ${record} to clearbook_app`);
});

it('[I34] a client’s documents wait in a queue until somebody who may decide has reviewed those that they saw', async () => {
  const id = await client();
  const since = books.now().toISOString();
  await shows(id, { payslip: another(), tax_return: another() });
  const seen = (await own(id)).documents[0]?.id;
  const mine = async () => (await waits()).filter((item) => item.user_id === id).map((item) => item.since);
  expect(await mine()).toEqual([since]);
  books.at(new Date(books.now().getTime() + 60_000));
  const later = books.now().toISOString();
  await shows(id, { other: another() });
  expect(await mine()).toEqual([since]);

  for (const role of ['operations', 'auditor', 'support'])
    expect(said(await reviews(id, seen, `${role} ${staff}`))).toEqual([403, 'auth.permission_missing']);
  const elsewhere = await client();
  await shows(elsewhere, { other: another() });
  expect(said(await reviews(id, (await own(elsewhere)).documents[0]?.id))).toEqual([404, 'identity.not_found']);
  expect((await reviews(id, seen)).statusCode).toBe(200);
  // What came after the page was opened waits on, since it came.
  expect(await mine()).toEqual([later]);
  expect((await own(id)).documents.map(({ reviewed_at: at }) => at)).toEqual([null, later, later]);
  expect(said(await reviews(id, seen))).toEqual([409, 'funds.nothing_waits']);
  expect((await reviews(id, (await own(id)).documents[0]?.id)).statusCode).toBe(200);
  expect(await mine()).toEqual([]);
  expect((await activity(id)).filter((action) => action === 'funds.review')).toHaveLength(2);
});

it('[I34] documents and their pictures are erased with the person', async () => {
  const id = await client();
  await shows(id, five());
  const files = (await own(id)).documents.map(({ file }) => file);
  await books.run({ kind: 'close_account', staffId: staff, clientId: id });
  await db.pool.query('select ledger.erase_person($1, $2)', [id, books.now()]);
  const { rows } = await db.pool.query(
    `select (select count(*)::int from app.funds_document where user_id = $1) as documents, (select count(*)::int from app.file where owner_id = $1) as files,
       (select count(*)::int from app.file_to_remove where id = any($2::uuid[])) as removed`,
    [id, files],
  );
  expect(rows).toEqual([{ documents: 0, files: 0, removed: 5 }]);
});
