import { messages } from '@clearbook/contracts/messages';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';
import { accessServer, PASSWORD } from '../../../test/people.ts';
import type { AccessServer } from '../../../test/people.ts';

const HOUR = 3_600_000;
const NEW_PASSWORD = 'a quieter harbour 9';
let database: FreshDatabase;
let server: AccessServer;
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});
// Every code of the tests before is used up: on to another half minute.
beforeEach(() => server.clock.advance(60_000));

type Mail = { template: string; to_address: string | null; values: Record<string, string> };
const mails = async (template: string, id: string) =>
  (
    await database.pool.query<Mail>(
      'select template, to_address, values from app.mail_outbox where user_id = $1 and template = $2 order by created_at, id',
      [id, template],
    )
  ).rows;
const tokenOf = async (template: string, id: string) => (await mails(template, id)).at(-1)?.values['token'] ?? '';
const holds = async (id: string) =>
  (
    await database.pool.query<{ code: string; ends_at: Date }>(
      'select code, ends_at from ledger.hold where client_id = $1 and lifted_at is null and ends_at > $2',
      [id, server.clock.now()],
    )
  ).rows;
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR);
const cookieOf = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
const codeNow = (secret: string) => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
const said = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  answer.body === '' ? undefined : (JSON.parse(answer.body) as { code?: string }).code,
];

async function turnOn(cookie: string) {
  const begun = await server.post('/auth/two-factor/enrol', { password: PASSWORD }, { cookie });
  const { secret } = begun.json<{ secret: string }>();
  const done = await server.post('/auth/two-factor/confirm', { code: codeNow(secret) }, { cookie });
  expect(done.statusCode, done.body).toBe(200);
  server.clock.advance(60_000);
  return { secret, cookie: cookieOf(done) };
}

async function reset(email: string, id: string, password = NEW_PASSWORD) {
  const before = (await mails('password-reset', id)).length;
  expect((await server.post('/auth/reset/request', { email })).statusCode).toBe(204);
  await expect.poll(async () => (await mails('password-reset', id)).length).toBe(before + 1);
  return server.post('/auth/reset/confirm', { token: await tokenOf('password-reset', id), password });
}

async function changeEmail(cookie: string, id: string, email: string, more: object = {}) {
  const asked = await server.post('/auth/email', { email, password: PASSWORD, ...more }, { cookie });
  expect(asked.statusCode, asked.body).toBe(204);
  return server.post('/auth/email/confirm', { token: await tokenOf('email-confirm', id) });
}

describe('a change of access', () => {
  it('[A108] of the address holds payouts for 24 hours and is told to the old and the new one, each with a link that locks', async () => {
    const { id, cookie } = await server.person('a108@example.org');
    expect(await holds(id)).toEqual([]);
    expect((await changeEmail(cookie, id, 'a108new@example.org')).statusCode).toBe(204);
    expect(await holds(id)).toEqual([{ code: 'security_cooling', ends_at: inHours(24) }]);
    const told = await mails('access-changed', id);
    expect(told.map(({ to_address: to }) => to)).toEqual(['a108@example.org', 'a108new@example.org']);
    expect(new Set(told.map(({ values }) => values['token'])).size).toBe(2);
    expect(told[0]?.values['what']).toBe(messages.lock.changes.email);
  });

  it('[A108] so do a reset, a changed password, two-factor on and off, and new recovery codes; the newest counts', async () => {
    const { id, cookie } = await server.person('a108b@example.org');
    expect(await holds(id)).toEqual([]);
    const two = await turnOn(cookie);
    expect(await holds(id)).toHaveLength(1);
    expect((await server.post('/auth/email/confirm', { token: await tokenOf('welcome', id) })).statusCode).toBe(204);
    const body = () => ({ password: PASSWORD, code: codeNow(two.secret) });
    for (const path of ['/auth/two-factor/recovery-codes', '/auth/two-factor/off']) {
      server.clock.advance(HOUR);
      const answer = await server.post(path, body(), { cookie: two.cookie });
      expect([200, 204]).toContain(answer.statusCode);
      if (path.endsWith('off')) two.cookie = cookieOf(answer);
      expect(await holds(id)).toEqual([{ code: 'security_cooling', ends_at: inHours(24) }]);
    }
    server.clock.advance(25 * HOUR);
    const again = (await server.signIn('a108b@example.org')).cookie;
    expect(await holds(id)).toEqual([]);
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await server.post('/auth/password', change, { cookie: again })).statusCode).toBe(204);
    expect(await holds(id)).toHaveLength(1);
    server.clock.advance(25 * HOUR);
    expect((await reset('a108b@example.org', id, PASSWORD)).statusCode).toBe(204);
    expect(await holds(id)).toEqual([{ code: 'security_cooling', ends_at: inHours(24) }]);
    const told = (await mails('access-changed', id)).map(({ values }) => values['what']);
    const { changes } = messages.lock;
    expect(told).toEqual([changes.two_factor_on, changes.recovery_codes, changes.two_factor_off, changes.password, changes.reset]); // prettier-ignore
  });

  it('[A108] what fails holds nothing, and staff have no hold and no such link', async () => {
    const { id, cookie } = await server.person('a108c@example.org');
    expect((await server.post('/auth/password', { current_password: 'nope', new_password: NEW_PASSWORD }, { cookie })).statusCode).toBe(422); // prettier-ignore
    expect((await server.post('/auth/email/confirm', { token: 'a'.repeat(43) })).statusCode).toBe(410);
    expect(await holds(id)).toEqual([]);
    const staff = await server.staff();
    await turnOn(staff);
    const { rows } = await database.pool.query("select 1 from app.mail_outbox m join app.user u on u.id = m.user_id where u.role = 'admin' and m.template = 'access-changed'"); // prettier-ignore
    expect(rows).toEqual([]);
  });
});

describe('locking the account', () => {
  const lock = (token: string) => server.post('/auth/lock', { token });

  it('[A109] logs everybody out, switches the password off, tells staff, and the mailbox opens it again', async () => {
    await server.staff();
    const { id } = await server.person('a109@example.org');
    expect((await reset('a109@example.org', id)).statusCode).toBe(204);
    const { cookie } = await server.signIn('a109@example.org', NEW_PASSWORD);
    const token = await tokenOf('access-changed', id);
    const answers = await Promise.all([1, 2, 3].map(() => lock(token)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 410, 410]);
    expect((await server.get('/me', cookie)).statusCode).toBe(401);
    for (const password of [PASSWORD, NEW_PASSWORD])
      expect((await server.signIn('a109@example.org', password)).status).toBe(401);
    const { rows } = await database.pool.query("select 1 from app.mail_outbox where template = 'staff-account-locked' and values ->> 'client' = $1", [id]); // prettier-ignore
    expect(rows.length).toBeGreaterThan(0);
    expect(await holds(id)).toEqual([{ code: 'security_cooling', ends_at: inHours(24) }]);
    expect((await reset('a109@example.org', id)).statusCode).toBe(204);
    expect((await server.signIn('a109@example.org', NEW_PASSWORD)).status).toBe(200);
  });

  it('[A109] the old mailbox takes the account back from a new address; the new one cannot lock its owner out', async () => {
    const { id, cookie } = await server.person('a109old@example.org');
    expect((await changeEmail(cookie, id, 'a109thief@example.org')).statusCode).toBe(204);
    const [old, thief] = (await mails('access-changed', id)).map(({ values }) => values['token'] ?? '');
    // Meanwhile nobody else gets the old address.
    const body = { username: 'x', fullname: 'X Y', email: 'a109old@example.org', password: PASSWORD };
    expect((await server.post('/auth/sign-up', body)).statusCode).toBe(201);
    expect((await server.signIn('a109old@example.org')).status).toBe(401);
    // The thief locks first; the owner's link works all the same.
    expect((await lock(thief ?? '')).statusCode).toBe(204);
    expect((await lock(old ?? '')).statusCode).toBe(204);
    expect((await reset('a109old@example.org', id)).statusCode).toBe(204);
    const back = await server.signIn('a109old@example.org', NEW_PASSWORD);
    expect(back.status).toBe(200);
    expect((await server.get('/me', back.cookie)).json()).toMatchObject({ id, email: 'a109old@example.org' });
  });

  it('[A109] once the owner has locked it, links that were sent to the other address are worth nothing', async () => {
    const { id, cookie } = await server.person('a109c@example.org');
    await changeEmail(cookie, id, 'a109cthief@example.org');
    const [old, thief] = (await mails('access-changed', id)).map(({ values }) => values['token'] ?? '');
    expect((await lock(old ?? '')).statusCode).toBe(204);
    expect((await lock(thief ?? '')).statusCode).toBe(410);
  });

  it('[A109] a second factor that was just set up goes with it; an older one stays', async () => {
    const young = await server.person('a109d@example.org');
    await server.post('/auth/email/confirm', { token: await tokenOf('welcome', young.id) });
    await turnOn(young.cookie);
    expect((await lock(await tokenOf('access-changed', young.id))).statusCode).toBe(204);
    expect((await reset('a109d@example.org', young.id)).statusCode).toBe(204);
    expect((await server.signIn('a109d@example.org', NEW_PASSWORD)).status).toBe(200);

    const old = await server.person('a109e@example.org');
    await server.post('/auth/email/confirm', { token: await tokenOf('welcome', old.id) });
    await turnOn(old.cookie);
    server.clock.advance(25 * HOUR);
    expect((await lock(await tokenOf('access-changed', old.id))).statusCode).toBe(204);
    expect((await reset('a109e@example.org', old.id)).statusCode).toBe(204);
    const answer = await server.post('/auth/sign-in', { email: 'a109e@example.org', password: NEW_PASSWORD });
    expect(said(answer)).toEqual([401, 'auth.second_factor_required']);
  });

  it('[A109] the link lapses after seven days', async () => {
    const { id } = await server.person('a109f@example.org');
    await reset('a109f@example.org', id);
    const token = await tokenOf('access-changed', id);
    server.clock.advance(7 * 24 * HOUR);
    expect(said(await lock(token))).toEqual([410, 'auth.link_invalid']);
    expect(said(await lock('short'))).toEqual([422, 'request.invalid']);
  });
});

describe('an address that has not answered yet', () => {
  it('[A110] in live mode opens nothing, and signing up and in with one password tells nothing of an account', async () => {
    const live = await freshDatabase();
    const site = await accessServer(live, { mode: 'live', publicUrl: 'https://clearbook.example' });
    try {
      const person = (email: string, password: string) => ({ username: 'ann', fullname: 'Ann Lee', email, password });
      const enter = (email: string, password: string) => site.post('/auth/sign-in', { email, password });
      const bare = ({ statusCode, body }: { statusCode: number; body: string }) => ({ statusCode, ...(JSON.parse(body) as object), request_id: '' }); // prettier-ignore
      await site.post('/auth/sign-up', person('known@example.org', PASSWORD));
      const { rows } = await live.pool.query<{ token: string }>("select values ->> 'token' as token from app.mail_outbox where template = 'welcome'"); // prettier-ignore
      expect((await enter('known@example.org', PASSWORD)).statusCode).toBe(401);
      expect((await site.post('/auth/email/confirm', { token: rows[0]?.token ?? '' })).statusCode).toBe(204);
      expect((await enter('known@example.org', PASSWORD)).statusCode).toBe(200);
      expect((await site.post('/auth/email/confirm', { token: rows[0]?.token ?? '' })).statusCode).toBe(410);
      // A stranger tries one address that has an account and one that has none, with a password of their own.
      const answers = [];
      for (const email of ['known@example.org', 'unknown@example.org']) {
        const up = await site.post('/auth/sign-up', person(email, NEW_PASSWORD));
        answers.push([bare(up), bare(await enter(email, NEW_PASSWORD))]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.[1]).toMatchObject({ statusCode: 401 });
    } finally {
      await site.close();
      await live.drop();
    }
  });

  it('[A110] a reset over the mailbox clears the second factor and the sessions that somebody set up before', async () => {
    const { id, cookie } = await server.person('a110victim@example.org');
    const stranger = await turnOn(cookie);
    expect((await reset('a110victim@example.org', id)).statusCode).toBe(204);
    expect((await server.get('/me', stranger.cookie)).statusCode).toBe(401);
    const owner = await server.signIn('a110victim@example.org', NEW_PASSWORD);
    expect(owner.status).toBe(200);
    expect((await server.get('/me', owner.cookie)).json()).toMatchObject({ two_factor: false });
    expect((await server.signIn('a110victim@example.org')).status).toBe(401);
  });
});

describe('asked again inside the account', () => {
  it('[A111] a wrong password or code is 422 with a code of its own, never the 401 of who is signed out', async () => {
    const { cookie } = await server.person('a111@example.org');
    const two = await server.person('a111two@example.org');
    const { cookie: guarded } = await turnOn(two.cookie);
    const wrong = 'not mine at all';
    const tries: [string, object, string, string][] = [
      ['/auth/password', { current_password: wrong, new_password: NEW_PASSWORD }, cookie, 'auth.wrong_password'],
      ['/auth/email', { email: 'a111new@example.org', password: wrong }, cookie, 'auth.wrong_password'],
      ['/auth/two-factor/enrol', { password: wrong }, cookie, 'auth.wrong_password'],
      ['/auth/two-factor/off', { password: wrong, code: '000000' }, guarded, 'auth.wrong_password'],
      ['/auth/two-factor/off', { password: PASSWORD, code: 'aaaa-bbbb-cccc' }, guarded, 'auth.code_wrong'],
      ['/auth/two-factor/recovery-codes', { password: wrong, code: '000000' }, guarded, 'auth.wrong_password'],
    ];
    for (const [path, body, who, code] of tries)
      expect([path, ...said(await server.post(path, body, { cookie: who }))]).toEqual([path, 422, code]);
    for (const who of [cookie, guarded]) expect((await server.get('/me', who)).statusCode).toBe(200);
    expect((await server.signIn('a111@example.org', wrong)).status).toBe(401);
  });

  it('[A112] with two-factor on, another address and another password take its code as well', async () => {
    const { id, cookie: before } = await server.person('a112@example.org');
    const { secret, cookie } = await turnOn(before);
    const email = { email: 'a112new@example.org', password: PASSWORD };
    const password = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    for (const [path, body] of [
      ['/auth/email', email],
      ['/auth/password', password],
    ] as const) {
      expect(said(await server.post(path, body, { cookie }))).toEqual([422, 'auth.second_factor_required']);
      expect(said(await server.post(path, { ...body, code: 'aaaa-bbbb-cccc' }, { cookie }))).toEqual([422, 'auth.code_wrong']); // prettier-ignore
    }
    expect(await mails('email-confirm', id)).toEqual([]);
    const code = codeNow(secret);
    expect((await server.post('/auth/email', { ...email, code }, { cookie })).statusCode).toBe(204);
    expect(said(await server.post('/auth/password', { ...password, code }, { cookie }))).toEqual([
      422,
      'auth.code_used',
    ]);
    server.clock.advance(60_000);
    expect((await server.post('/auth/password', { ...password, code: codeNow(secret) }, { cookie })).statusCode).toBe(
      204,
    );
  });
});
