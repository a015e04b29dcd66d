import { messages } from '@clearbook/contracts/messages';
import type { AdminVerification, Identity } from '@clearbook/contracts/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';
import { upload } from '../../../test/form.ts';
import { accessServer } from '../../../test/people.ts';
import type { AccessServer } from '../../../test/people.ts';
import { picture } from '../../../test/picture.ts';
import { requireIdentity } from './index.ts';

let database: FreshDatabase;
let server: AccessServer;
let admin: string;
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
  admin = await server.staff();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const APPROVE = { decision: 'approve', expires_on: null };
let pictures = 0;
const anotherPicture = () => picture((pictures += 1));
const submit = (cookie: string, files: Record<string, Buffer>) => {
  const { payload, headers } = upload(files);
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/identity',
    payload,
    headers: { ...headers, cookie },
  });
};
const both = (cookie: string) => submit(cookie, { front: anotherPicture(), back: anotherPicture() });
const decide = (id: string, body: object, cookie = admin) =>
  server.post(`/admin/verifications/${id}/decision`, body, { cookie });
const identityOf = async (cookie: string) => (await server.get('/identity', cookie)).json<Identity>();
const mails = async (id: string) =>
  (
    await database.pool.query<{ template: string; values: object }>(
      "select template, values from app.mail_outbox where user_id = $1 and template like 'identity-%' order by id",
      [id],
    )
  ).rows;

describe('sending documents', () => {
  it('[I4] takes both pictures at once, and says which one is missing', async () => {
    const { cookie } = await server.person('i4@example.org');
    expect(await identityOf(cookie)).toEqual({
      status: 'none',
      is_verified: false,
      front: null,
      back: null,
      submitted_at: null,
      decided_at: null,
      dates: null,
    });
    for (const files of [{}, { front: anotherPicture() }, { back: anotherPicture() }]) {
      const answer = await submit(cookie, files);
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json()).toMatchObject({
        code: 'identity.document_required',
        detail: messages.identity.bothRequired,
      });
    }
    const unreadable = await submit(cookie, { front: Buffer.from('no picture'), back: anotherPicture() });
    expect(unreadable.statusCode).toBe(415);
    expect(unreadable.json<{ fields: { name: string }[] }>().fields.map(({ name }) => name)).toEqual(['front']);
    const answer = await both(cookie);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({
      status: 'pending',
      is_verified: false,
      front: { status: 'pending', reason: null },
      back: { status: 'pending', reason: null },
    });
  });

  it('[I5] of five submissions at one moment the last one counts, and no others stay beside it', async () => {
    const { id, cookie } = await server.person('i5@example.org');
    const answers = await Promise.all([both(cookie), both(cookie), both(cookie), both(cookie), both(cookie)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    const { rows } = await database.pool.query(
      'select side from app.verification_document where user_id = $1 and replaced_at is null order by side',
      [id],
    );
    expect(rows).toHaveLength(2);
  });

  it('[I17] a picture is replaced until somebody decides, and a decision is about the pictures that were seen', async () => {
    const { id, cookie } = await server.person('i14@example.org');
    await both(cookie);
    const seen = (await server.get(`/admin/verifications/${id}`, admin)).json<AdminVerification>();
    const replaced = await submit(cookie, { front: anotherPicture() });
    expect(replaced.statusCode, replaced.body).toBe(201);
    const now = await identityOf(cookie);
    expect(now.status).toBe('pending');
    expect([now.front?.file === seen.front?.file, now.back?.file === seen.back?.file]).toEqual([false, true]);
    expect((await submit(cookie, {})).json()).toMatchObject({ status: 422, code: 'identity.document_required' });
    // Neither on those that were replaced nor without saying which.
    for (const body of [{ ...APPROVE, submission: seen.submission }, APPROVE])
      expect((await decide(id, body)).json()).toMatchObject({ status: 409, code: 'identity.sent_again' });
    const { submission } = (await server.get(`/admin/verifications/${id}`, admin)).json<AdminVerification>();
    expect((await decide(id, { ...APPROVE, submission })).statusCode).toBe(200);
    expect((await submit(cookie, { front: anotherPicture() })).statusCode).toBe(409);
  });
});

describe('deciding', () => {
  it('[I6] approving verifies the person, once; they hear of it by mail, and the log says who did it', async () => {
    const { id, cookie } = await server.person('i6@example.org');
    await both(cookie);
    const answers = await Promise.all([decide(id, APPROVE), decide(id, APPROVE)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await decide(id, APPROVE)).json()).toMatchObject({
      code: 'decision.already_taken',
      detail: messages.admin.alreadyDecided,
    });
    expect(await identityOf(cookie)).toMatchObject({
      status: 'approved',
      is_verified: true,
      front: { status: 'approved' },
      back: { status: 'approved' },
    });
    expect((await server.get('/me', cookie)).json()).toMatchObject({ is_verified: true });
    expect(await mails(id)).toEqual([{ template: 'identity-approved', values: {} }]);
    const { rows } = await database.pool.query(
      "select action, subject_id, facts ->> 'front' as front from ledger.audit where client_id = $1 order by number",
      [id],
    );
    expect(rows).toEqual([{ action: 'verification.approve', subject_id: id, front: 'approved' }]);
    expect((await both(cookie)).json()).toMatchObject({ code: 'identity.already_verified' });
  });

  it('[I7] declining needs a reason, which the client reads beside the document; only that one is sent again', async () => {
    const { id, cookie } = await server.person('i7@example.org');
    await both(cookie);
    expect((await decide(id, { decision: 'reject' })).statusCode).toBe(422);
    const reason = 'The back is cut off at its edge';
    const declined = await decide(id, { decision: 'reject', reason, documents: ['back'] });
    expect(declined.json()).toMatchObject({ status: 'declined', is_verified: false });
    expect(await identityOf(cookie)).toMatchObject({
      status: 'declined',
      is_verified: false,
      front: { status: 'approved', reason: null },
      back: { status: 'declined', reason },
    });
    expect(await mails(id)).toEqual([{ template: 'identity-declined', values: { reason } }]);
    const wrongSide = await submit(cookie, { front: anotherPicture() });
    expect(wrongSide.json()).toMatchObject({ detail: messages.identity.sideRequired.back });
    const again = await submit(cookie, { back: anotherPicture() });
    expect(again.json()).toMatchObject({
      status: 'pending',
      front: { status: 'approved' },
      back: { status: 'pending', reason: null },
    });
    expect((await decide(id, APPROVE)).json()).toMatchObject({ status: 'approved', is_verified: true });
  });

  it('[I8] is about the documents that were looked at: a decision on older ones is refused', async () => {
    const { id, cookie } = await server.person('i8@example.org');
    await both(cookie);
    const { submission } = (await server.get(`/admin/verifications/${id}`, admin)).json<AdminVerification>();
    await decide(id, { decision: 'reject', reason: 'Too dark to read' });
    await both(cookie);
    expect((await decide(id, { ...APPROVE, submission })).json()).toMatchObject({
      status: 409,
      code: 'identity.sent_again',
    });
    expect((await server.get('/me', cookie)).json()).toMatchObject({ is_verified: false });
  });

  it('[I9] staff see the newest submission first, ten a page, and find people by part of their address', async () => {
    const page = (await server.get('/admin/verifications?q=I7%40EXAM', admin)).json<{ data: AdminVerification[] }>();
    expect(page.data.map(({ user_email: email }) => email)).toEqual(['i7@example.org']);
    const all = (await server.get('/admin/verifications', admin)).json<{
      data: AdminVerification[];
      page_size: number;
    }>();
    expect(all.page_size).toBe(10);
    const times = all.data.map(({ submitted_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await server.get('/admin/verifications/018f0000-0000-7000-8000-00000000ffff', admin)).statusCode).toBe(404);
  });
});

it('[G24] the verifications are a file with the search and the filter of the screen, and taking it is in the log', async () => {
  const file = await server.get('/admin/verifications.csv?q=i7%40exam', admin);
  expect(file.headers['content-disposition']).toMatch(/verifications-\d{4}-\d\d-\d\d\.csv/);
  const [head, row, ...rest] = file.body.trim().split('\r\n');
  expect(head).toContain('email,full_name,status,verified,front,front_reason');
  expect(row).toContain('i7@example.org');
  expect(rest).toEqual([]);
  expect((await server.get('/admin/verifications.csv?status=lost', admin)).statusCode).toBe(422);
  const { rows } = await database.pool.query<{ facts: object }>(
    "select facts from ledger.audit where action = 'verifications.export'",
  );
  expect(rows).toEqual([{ facts: { searched: 'yes' } }]);
});

describe('the pictures', () => {
  it('[I10] are shown to their owner and to staff alone, and each look by staff is in the log before anything is shown', async () => {
    const { id, cookie } = await server.person('i10@example.org');
    const other = await server.person('i10b@example.org');
    const { front, back } = (await both(cookie)).json<Identity>();
    for (const file of [front?.file, back?.file]) {
      expect((await server.get(`/files/${file}`, cookie)).statusCode).toBe(200);
      expect((await server.get(`/files/${file}`, other.cookie)).statusCode).toBe(404);
      expect((await server.get(`/files/${file}`)).statusCode).toBe(401);
      expect((await server.get(`/files/${file}`, admin)).statusCode).toBe(200);
    }
    const { rows } = await database.pool.query<{ subject_id: string }>(
      "select subject_id from ledger.audit where client_id = $1 and action = 'identity.view' order by number",
      [id],
    );
    expect(rows.map(({ subject_id: file }) => file)).toEqual([front?.file, back?.file]);
  });
});

describe('live mode', () => {
  it('[I11] asks for a verified identity before the first deposit, and never again after one arrived', async () => {
    const { id } = await server.person('i11@example.org');
    await expect(requireIdentity(database.pool, 'demo', id)).resolves.toBeUndefined();
    await expect(requireIdentity(database.pool, 'live', id)).rejects.toMatchObject({
      status: 422,
      code: 'identity.required',
    });
    await database.pool.query('update app.user set is_verified = true where id = $1', [id]);
    await expect(requireIdentity(database.pool, 'live', id)).resolves.toBeUndefined();
  });
});
