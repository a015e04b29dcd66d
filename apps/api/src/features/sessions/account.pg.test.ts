import { messages } from '@clearbook/contracts/messages';
import type { Session, TwoFactor } from '@clearbook/contracts/access';
import type { StaffSession } from '@clearbook/contracts/proposals';
import { SESSION_IDLE_MS } from '@clearbook/domain/access';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';
import { accessServer, PASSWORD } from '../../../test/people.ts';
import type { AccessServer } from '../../../test/people.ts';
import { ensureFirstAdmin } from './index.ts';

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
const mails = async (id: string) =>
  (
    await database.pool.query<Mail>(
      "select template, to_address, values from app.mail_outbox where user_id = $1 and template not in ('welcome', 'access-changed', 'payouts-cooling') order by created_at, id",
      [id],
    )
  ).rows;
const mailsOf = async (id: string, template: string) =>
  (
    await database.pool.query<Mail>(
      'select template, to_address, values from app.mail_outbox where user_id = $1 and template = $2 order by created_at, id',
      [id, template],
    )
  ).rows;
const welcomeToken = async (id: string) => (await mailsOf(id, 'welcome')).at(-1)?.values['token'] ?? '';
const cookieOf = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
const codeNow = (secret: string) => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
const wrongCode = (secret: string) => codeNow(secret).replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));

async function withTwoFactor(email: string) {
  const person = await server.person(email);
  const begun = await server.post('/auth/two-factor/enrol', { password: PASSWORD }, { cookie: person.cookie });
  const { secret, uri } = begun.json<{ secret: string; uri: string }>();
  const done = await server.post('/auth/two-factor/confirm', { code: codeNow(secret) }, { cookie: person.cookie });
  expect(done.statusCode, done.body).toBe(200);
  const cookie = cookieOf(done);
  server.clock.advance(60_000);
  return {
    id: person.id,
    email,
    secret,
    uri,
    cookie,
    former: person.cookie,
    codes: done.json<{ recovery_codes: string[] }>().recovery_codes,
  };
}
const signIn = (email: string, code?: string, headers: Record<string, string> = {}) =>
  server.post('/auth/sign-in', { email, password: PASSWORD, ...(code !== undefined && { code }) }, headers);

describe('another email address', () => {
  const ask = (cookie: string, email: string, password = PASSWORD) =>
    server.post('/auth/email', { email, password }, { cookie });
  const tokenOf = async (id: string) =>
    (await mails(id)).findLast(({ template }) => template === 'email-confirm')?.values['token'] ?? '';

  it('[A83] counts once its own mailbox has answered, by a link that works once; the old address hears of it twice', async () => {
    const { id, cookie } = await server.person('a83@example.org');
    expect((await ask(cookie, 'New83@Example.org')).statusCode).toBe(204);
    const token = await tokenOf(id);
    expect((await mails(id)).map(({ template, to_address: to }) => [template, to])).toEqual([
      ['email-confirm', 'new83@example.org'],
      ['email-change-asked', 'a83@example.org'],
    ]);
    expect((await server.get('/me', cookie)).json()).toMatchObject({ email: 'a83@example.org' });
    const dump = await database.pool.query<{ text: string }>('select c::text as text from app.email_change c');
    expect(dump.rows.some(({ text }) => text.includes(token))).toBe(false);

    const answers = await Promise.all([1, 2, 3].map(() => server.post('/auth/email/confirm', { token })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 410, 410]);
    expect((await server.get('/me', cookie)).json()).toMatchObject({ email: 'new83@example.org' });
    expect((await mails(id)).at(-1)).toMatchObject({
      template: 'email-changed',
      to_address: 'a83@example.org',
      values: { new_email: 'new83@example.org' },
    });
    expect((await server.signIn('a83@example.org')).status).toBe(401);
    expect((await server.signIn('new83@example.org')).status).toBe(200);
  });

  it('[A83] says what is wrong in the specification’s words, and asks for the password again', async () => {
    const { cookie } = await server.person('a83b@example.org');
    const said = async (body: object) => {
      const answer = await server.post('/auth/email', body, { cookie });
      const { fields } = answer.json<{ fields: { name: string; message: string }[] }>();
      return [answer.statusCode, ...fields.map(({ name, message }) => `${name}: ${message}`)];
    };
    expect(await said({})).toEqual([422, `email: ${messages.email.fillIn}`, `password: ${messages.email.fillIn}`]);
    expect(await said({ email: 'nonsense', password: PASSWORD })).toEqual([422, `email: ${messages.email.invalid}`]);
    expect(await said({ email: 'x@example.org', password: 'not mine at all' })).toEqual([
      422,
      `password: ${messages.email.wrongPassword}`,
    ]);
    expect(await said({ email: 'a83b@example.org', password: PASSWORD })).toEqual([
      422,
      `email: ${messages.email.same}`,
    ]);
    expect((await server.post('/auth/email', { email: 'x@example.org', password: PASSWORD })).statusCode).toBe(401);
  });

  it('[A84] answers an address that has an account alike; its owner is told and nothing changes', async () => {
    const { id, cookie } = await server.person('a84@example.org');
    const owner = await server.person('a84owner@example.org');
    const [free, taken] = [await ask(cookie, 'a84free@example.org'), await ask(cookie, 'a84owner@example.org')];
    expect([free.statusCode, free.body]).toEqual([taken.statusCode, taken.body]);
    expect((await mails(owner.id)).at(-1)).toMatchObject({ template: 'email-taken' });
    expect((await mails(id)).at(-1)).toMatchObject({ template: 'email-change-asked' });
    // Somebody signs up with an address that waits for its answer: the link is worth nothing then.
    await ask(cookie, 'a84late@example.org');
    const token = await tokenOf(id);
    await server.person('a84late@example.org');
    expect((await server.post('/auth/email/confirm', { token })).statusCode).toBe(410);
    expect((await server.get('/me', cookie)).json()).toMatchObject({ email: 'a84@example.org' });
  });

  it('[A85] a link lapses after 30 minutes, with a newer one, and with a new password', async () => {
    const { id, cookie } = await server.person('a85@example.org');
    await ask(cookie, 'a85new@example.org');
    const first = await tokenOf(id);
    await ask(cookie, 'a85newer@example.org');
    expect((await server.post('/auth/email/confirm', { token: first })).statusCode).toBe(410);
    const second = await tokenOf(id);
    const changed = await server.post(
      '/auth/password',
      { current_password: PASSWORD, new_password: 'a quieter harbour 9' },
      { cookie },
    );
    expect(changed.statusCode).toBe(204);
    expect((await server.post('/auth/email/confirm', { token: second })).statusCode).toBe(410);
    await ask(cookieOf(changed), 'a85last@example.org', 'a quieter harbour 9');
    const third = await tokenOf(id);
    server.clock.advance(30 * 60_000);
    expect((await server.post('/auth/email/confirm', { token: third })).statusCode).toBe(410);
    expect((await server.post('/auth/email/confirm', { token: 'a'.repeat(43) })).statusCode).toBe(410);
  });
});

describe('the second factor', () => {
  it('[A86] is on once a code has shown that the key arrived; other sessions end, this one gets a new token, ten recovery codes are shown once', async () => {
    const { id, cookie } = await server.person('a86@example.org');
    const other = await server.signIn('a86@example.org');
    expect((await server.get('/auth/two-factor', cookie)).json<TwoFactor>()).toEqual({
      enabled: false,
      since: null,
      recovery_codes_left: 0,
      mandatory: false,
    });
    expect((await server.post('/auth/two-factor/confirm', { code: '000000' }, { cookie })).json()).toMatchObject({
      code: 'auth.second_factor_not_begun',
    });
    expect((await server.post('/auth/two-factor/enrol', { password: 'not mine' }, { cookie })).statusCode).toBe(422);
    const begun = await server.post('/auth/two-factor/enrol', { password: PASSWORD }, { cookie });
    const { secret, uri } = begun.json<{ secret: string; uri: string }>();
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain('a86%40example.org');
    // It guards nothing yet.
    expect((await signIn('a86@example.org')).statusCode).toBe(200);
    const wrong = await server.post('/auth/two-factor/confirm', { code: wrongCode(secret) }, { cookie });
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([422, 'auth.code_wrong']);
    const done = await server.post('/auth/two-factor/confirm', { code: codeNow(secret) }, { cookie });
    const { recovery_codes: codes } = done.json<{ recovery_codes: string[] }>();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect((await server.get('/me', cookie)).statusCode).toBe(401);
    expect((await server.get('/me', other.cookie)).statusCode).toBe(401);
    expect((await server.get('/me', cookieOf(done))).json()).toMatchObject({ two_factor: true });
    expect((await mails(id)).at(-1)?.template).toBe('two-factor-on');
    expect(
      (await server.post('/auth/two-factor/enrol', { password: PASSWORD }, { cookie: cookieOf(done) })).json(),
    ).toMatchObject({
      code: 'auth.second_factor_on',
    });
  });

  it('[A87] the password alone opens nothing, and nobody learns without it that a code is wanted', async () => {
    const { email, secret } = await withTwoFactor('a87@example.org');
    const asked = await signIn(email);
    expect([asked.statusCode, asked.json<{ code: string }>().code]).toEqual([401, 'auth.second_factor_required']);
    expect(asked.headers['set-cookie']).toBeUndefined();
    const [wrong, unknown] = [
      await server.post('/auth/sign-in', { email, password: 'not the right one', code: codeNow(secret) }),
      await server.post('/auth/sign-in', { email: 'nobody@example.org', password: 'not the right one' }),
    ];
    const without = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });
    expect(without(wrong.body)).toEqual(without(unknown.body));
    expect((await signIn(email, codeNow(secret))).statusCode).toBe(200);
  });

  it('[A88] a code counts once, also when it is used ten times at once, and for thirty seconds', async () => {
    const { email, secret } = await withTwoFactor('a88@example.org');
    const code = codeNow(secret);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(email, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(
      (await signIn(email, code, { cookie: answers.map(cookieOf).find((cookie) => cookie !== '') ?? '' })).statusCode,
    ).not.toBe(200);
    server.clock.advance(16 * 60_000);
    const old = codeNow(secret);
    server.clock.advance(31_000);
    const late = await signIn(email, old);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([401, 'auth.code_late']);
    // A late code is no guess: six of them block nothing.
    for (let i = 0; i < 6; i += 1) expect((await signIn(email, old)).statusCode).toBe(401);
    expect((await signIn(email, codeNow(secret))).statusCode).toBe(200);
  });

  it('[A89] five wrong codes stop the flow for a quarter of an hour, even for the right code; the owner is told; a known browser is counted apart', async () => {
    const { id, email, secret } = await withTwoFactor('a89@example.org');
    const home = await server.signIn(email, PASSWORD, {});
    expect(home.status).toBe(401);
    const first = await signIn(email, codeNow(secret));
    const device = String([first.headers['set-cookie'] ?? []].flat()[1]).split(';')[0] ?? '';
    server.clock.advance(60_000);
    for (let i = 0; i < 5; i += 1) expect((await signIn(email, wrongCode(secret))).statusCode).toBe(401);
    const sixth = await signIn(email, codeNow(secret));
    expect([sixth.statusCode, sixth.json<{ code: string }>().code]).toEqual([429, 'auth.second_factor_blocked']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await mails(id)).filter(({ template }) => template === 'wrong-codes')).toHaveLength(1);
    expect((await signIn(email, codeNow(secret), { cookie: device })).statusCode).toBe(200);
    server.clock.advance(15 * 60_000);
    expect((await signIn(email, codeNow(secret))).statusCode).toBe(200);
  });

  it('[A90] a recovery code works once; new ones take the place of all old ones and need password and code', async () => {
    const { id, email, secret, cookie, codes } = await withTwoFactor('a90@example.org');
    const [first = '', second = ''] = codes;
    const answers = await Promise.all([1, 2, 3].map(() => signIn(email, first.toUpperCase())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await mails(id)).findLast(({ template }) => template === 'recovery-code-used')?.values).toEqual({
      left: '9',
    });
    expect((await server.get('/auth/two-factor', cookie)).json()).toMatchObject({ recovery_codes_left: 9 });
    const renew = (body: object) => server.post('/auth/two-factor/recovery-codes', body, { cookie });
    expect((await renew({ password: 'not mine', code: codeNow(secret) })).statusCode).toBe(422);
    expect((await renew({ password: PASSWORD, code: wrongCode(secret) })).statusCode).toBe(422);
    const renewed = await renew({ password: PASSWORD, code: codeNow(secret) });
    expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
    expect((await signIn(email, second)).statusCode).toBe(401);
    expect((await mails(id)).at(-1)?.template).toBe('recovery-codes-new');
  });

  it('[A91] a reset link changes the password and does not get past the second factor', async () => {
    const { id, email, secret } = await withTwoFactor('a91@example.org');
    expect((await server.post('/auth/email/confirm', { token: await welcomeToken(id) })).statusCode).toBe(204);
    await server.post('/auth/reset/request', { email });
    await expect.poll(async () => (await mails(id)).at(-1)?.template).toBe('password-reset');
    const token = (await mails(id)).at(-1)?.values['token'] ?? '';
    const password = 'a quieter harbour 9';
    expect((await server.post('/auth/reset/confirm', { token, password })).statusCode).toBe(204);
    expect((await server.post('/auth/sign-in', { email, password })).json()).toMatchObject({
      code: 'auth.second_factor_required',
    });
    expect((await server.post('/auth/sign-in', { email, password, code: codeNow(secret) })).statusCode).toBe(200);
  });

  it('[A92] is turned off with password and code; other sessions end and the owner is told', async () => {
    const { id, email, secret, cookie } = await withTwoFactor('a92@example.org');
    const other = cookieOf(await signIn(email, codeNow(secret)));
    server.clock.advance(60_000);
    const off = (body: object) => server.post('/auth/two-factor/off', body, { cookie });
    expect((await off({ password: PASSWORD })).statusCode).toBe(422);
    expect((await off({ password: PASSWORD, code: wrongCode(secret) })).statusCode).toBe(422);
    const done = await off({ password: PASSWORD, code: codeNow(secret) });
    expect(done.statusCode).toBe(204);
    expect((await server.get('/me', other)).statusCode).toBe(401);
    expect((await server.get('/me', cookieOf(done))).json()).toMatchObject({ two_factor: false });
    expect((await mails(id)).at(-1)?.template).toBe('two-factor-off');
    expect((await signIn(email)).statusCode).toBe(200);
    expect(
      (
        await server.post('/auth/two-factor/off', { password: PASSWORD, code: '000000' }, { cookie: cookieOf(done) })
      ).json(),
    ).toMatchObject({
      code: 'auth.second_factor_off',
    });
  });

  it('[A93] the database holds no key and no recovery code that could be used, and no log line a code', async () => {
    const { secret, codes } = await withTwoFactor('a93@example.org');
    const { rows } = await database.pool.query<{ text: string }>(
      `select f::text || encode(f.secret, 'escape') as text from app.second_factor f union all select r::text || encode(r.code_hash, 'escape') from app.recovery_code r`,
    );
    const dump = rows.map(({ text }) => text).join('\n');
    for (const each of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(dump.includes(each)).toBe(false);
      expect(server.logLines.join('\n').includes(each)).toBe(false);
    }
  });

  it('[A94] staff of a live site reach nothing but setting it up, and cannot turn it off', async () => {
    const live = await freshDatabase();
    const site = await accessServer(live, { mode: 'live', publicUrl: 'https://clearbook.example' });
    try {
      await ensureFirstAdmin(
        live.pool,
        { mode: 'demo', publicUrl: '', adminEmail: 'desk@example.org', adminPassword: PASSWORD },
        site.clock.now(),
      );
      const { cookie } = await site.signIn('desk@example.org');
      expect((await site.get('/me', cookie)).json()).toMatchObject({ must_set_up_two_factor: true });
      for (const path of [
        '/admin/users',
        '/admin/verifications',
        '/admin/audit',
        '/me/sessions',
        '/files/018f0000-0000-7000-8000-00000000ffff',
      ]) {
        const answer = await site.get(path, cookie);
        expect([path, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
          path,
          403,
          'auth.second_factor_enrolment_required',
        ]);
      }
      const { secret } = (await site.post('/auth/two-factor/enrol', { password: PASSWORD }, { cookie })).json<{
        secret: string;
      }>();
      const code = () => new TOTP({ secret }).generate({ timestamp: site.clock.now().getTime() });
      const done = await site.post('/auth/two-factor/confirm', { code: code() }, { cookie });
      const renewed = cookieOf(done);
      expect((await site.get('/me', renewed)).json()).toMatchObject({ must_set_up_two_factor: false });
      expect((await site.get('/admin/verifications', renewed)).statusCode).toBe(200);
      site.clock.advance(60_000);
      expect(
        (await site.post('/auth/two-factor/off', { password: PASSWORD, code: code() }, { cookie: renewed })).statusCode,
      ).toBe(403);
    } finally {
      await site.close();
      await live.drop();
    }
  });
});

describe('sessions', () => {
  const list = async (cookie: string) => (await server.get('/me/sessions', cookie)).json<{ data: Session[] }>().data;
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

  it('[A95] are listed for their owner in plain words, the present one first, without anything that opens one', async () => {
    const { cookie: first } = await server.person('a95@example.org');
    server.clock.advance(1000);
    const firefox = await server.signIn('a95@example.org', PASSWORD, { 'user-agent': FIREFOX });
    server.clock.advance(1000);
    await server.signIn('a95@example.org', PASSWORD, { 'user-agent': IPHONE });
    const shown = await list(firefox.cookie);
    expect(shown.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on Linux', true],
      ['Safari on iPhone', false],
      ['Unknown browser', false],
    ]);
    // [A105] The same a session at a time.
    const page = async (query: string) =>
      (await server.get(`/me/sessions?limit=1${query}`, firefox.cookie)).json<{
        data: Session[];
        next_cursor: string;
      }>();
    const one = await page('');
    const two = await page(`&cursor=${one.next_cursor}`);
    expect([...one.data, ...two.data]).toEqual(shown.slice(0, 2));
    expect((await page(`&cursor=${two.next_cursor}`)).next_cursor).toBeNull();
    const text = JSON.stringify(shown);
    for (const cookie of [first, firefox.cookie]) expect(text).not.toContain(cookie.split('=')[1]);
    expect(Object.keys(shown[0] ?? {}).toSorted()).toEqual([
      'created_at',
      'current',
      'device',
      'expires_at',
      'id',
      'last_used_at',
      'signed_in',
    ]);
  });

  it('[WP1] one that idled out is listed while it brings notifications, can be ended there, and is taken over by its owner alone', async () => {
    const { id } = await server.person('wp1@example.org');
    const phone = await server.signIn('wp1@example.org', PASSWORD, { 'user-agent': IPHONE });
    const laptop = await server.signIn('wp1@example.org', PASSWORD, { 'user-agent': FIREFOX });
    await database.pool.query(
      `insert into app.push_subscription (id, user_id, session_id, endpoint, p256dh, auth, details, created_at)
       select app.new_id(), user_id, id, case when user_agent = $2 then 'https://push.example.com/laptop' else 'https://push.example.com/phone' end,
         repeat('B', 87), repeat('a', 22), true, created_at from app.session where user_id = $1 and user_agent in ($2, $3)`,
      [id, FIREFOX, IPHONE],
    );
    server.clock.advance(SESSION_IDLE_MS.client);
    expect((await server.get('/me', phone.cookie)).statusCode).toBe(401);

    const back = (await server.signIn('wp1@example.org', PASSWORD, { cookie: laptop.cookie, 'user-agent': FIREFOX }))
      .cookie;
    const shown = await list(back);
    expect(shown.map(({ device, signed_in: signedIn }) => [device, signedIn])).toEqual([
      ['Firefox on Linux', true],
      ['Safari on iPhone', false],
    ]);
    const reached = async () =>
      (
        await database.pool.query<{ endpoint: string }>(
          'select endpoint from app.push_subscription where user_id = $1 order by endpoint',
          [id],
        )
      ).rows.map(({ endpoint }) => endpoint.split('/').at(-1));
    expect(await reached()).toEqual(['laptop', 'phone']);
    const ended = await server.app.inject({
      ...{ method: 'DELETE', url: `/api/v1/me/sessions/${shown[1]?.id}`, headers: { cookie: back } },
    });
    expect([ended.statusCode, await reached()]).toEqual([204, ['laptop']]);
    await server.person('wp1b@example.org');
    await server.signIn('wp1b@example.org', PASSWORD, { cookie: back });
    expect(await reached()).toEqual([]);
  });

  it('[A96] are ended by their owner, one or all others, right away; nobody ends another person’s', async () => {
    const { cookie } = await server.person('a96@example.org');
    const [second, third] = [await server.signIn('a96@example.org'), await server.signIn('a96@example.org')];
    const stranger = await server.person('a96b@example.org');
    const end = (id: string, by: string) =>
      server.app.inject({ method: 'DELETE', url: `/api/v1/me/sessions/${id}`, headers: { cookie: by } });
    const own = (await list(second.cookie)).find(({ current }) => current)?.id ?? '';
    const foreign = await end(own, stranger.cookie);
    const missing = await end('018f0000-0000-7000-8000-00000000ffff', stranger.cookie);
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect((await end(own, cookie)).statusCode).toBe(204);
    expect((await server.get('/me', second.cookie)).statusCode).toBe(401);
    expect((await server.post('/me/sessions/end-others', {}, { cookie })).statusCode).toBe(204);
    expect((await server.get('/me', third.cookie)).statusCode).toBe(401);
    expect(await list(cookie)).toHaveLength(1);
    expect((await server.get('/me', stranger.cookie)).statusCode).toBe(200);
  });

  it('[A138] of staff are read by whoever reads staff, and one is ended with a reason that its member is told', async () => {
    const staff = await server.staff();
    const other = (await server.signIn('desk@example.org')).cookie;
    const client = await server.person('a138@example.org');
    const all = async (by: string) =>
      (await server.get('/admin/staff-sessions', by)).json<{ data: StaffSession[] }>().data;
    expect((await server.get('/admin/staff-sessions', client.cookie)).statusCode).toBe(403);
    const before = await all(staff);
    expect(before.filter(({ current }) => current)).toHaveLength(1);
    expect(new Set(before.map(({ member }) => member.email))).toEqual(new Set(['desk@example.org']));
    const target = (await all(other)).find(({ current }) => current)?.id ?? '';
    const end = (id: string, body: object) => server.post(`/admin/staff-sessions/${id}/end`, body, { cookie: staff });
    expect((await end(target, { reason: ' ' })).statusCode).toBe(422);
    const own = await database.pool.query<{ id: string }>('select id from app.session where user_id = $1', [client.id]);
    expect((await end(own.rows[0]?.id ?? '', { reason: 'not staff' })).statusCode).toBe(404);
    expect((await server.get('/me', client.cookie)).statusCode).toBe(200);

    const reason = 'A laptop was left on a train';
    expect((await end(target, { reason })).statusCode).toBe(204);
    expect((await server.get('/me', other)).statusCode).toBe(401);
    expect((await server.get('/me', staff)).statusCode).toBe(200);
    expect((await end(target, { reason })).statusCode).toBe(404);
    expect((await all(staff)).map(({ id }) => id)).not.toContain(target);
    const desk = before[0]?.member.id ?? '';
    expect((await mails(desk)).filter(({ template }) => template === 'session-ended')).toMatchObject([
      { values: { reason } },
    ]);
    const { rows } = await database.pool.query<{ subject_id: string; text: string }>(
      `select a.subject_id, n.body ->> 'text' as text from ledger.audit a join app.note n on n.subject_id = (a.facts ->> 'note')::uuid
       where a.action = 'staff.end_session'`,
    );
    expect(rows).toEqual([{ subject_id: desk, text: reason }]);
  });

  it('[G98] of staff are a file with each of them, beyond what the page shows; it opens none', async () => {
    const staff = await server.staff();
    const { rows: desk } = await database.pool.query<{ id: string }>(
      "select id from app.user where email = 'desk@example.org'",
    );
    const now = server.clock.now();
    await database.ownerPool.query(
      `insert into app.session (token_hash, id, user_id, created_at, last_seen_at, expires_at, user_agent)
       select sha256(n::text::bytea), gen_random_uuid(), $1, $2, $2, $2::timestamptz + interval '1 hour', '=cmd|calc' from generate_series(1, 501) as n`,
      [desk[0]?.id, now],
    );
    try {
      const shown = (await server.get('/admin/staff-sessions', staff)).json<{ data: StaffSession[] }>().data;
      expect(shown).toHaveLength(500);
      const answer = await server.get('/admin/staff-sessions.csv', staff);
      expect(answer.headers['content-disposition']).toMatch(/"staff-sessions-\d{4}-\d\d-\d\d\.csv"/);
      const [head, ...rows] = answer.body.trimEnd().split('\r\n');
      expect(head).toBe('id,email,member_id,device,current,created_utc,last_used_utc,expires_utc');
      expect(rows.length).toBeGreaterThan(501);
      const { rows: kept } = await database.pool.query<{ id: string }>(
        "select s.id from app.session s join app.user u on u.id = s.user_id where u.role = 'admin' and s.expires_at > $1",
        [now],
      );
      const ids = rows.map((row) => row.split(',')[0]);
      expect(new Set(ids).size).toBe(rows.length);
      expect(ids.filter((id) => !kept.some((session) => session.id === id))).toEqual([]);
      expect(rows.filter((row) => row.split(',')[4] === 'yes')).toHaveLength(1);
      expect((await server.get('/admin/staff-sessions.csv?until=2001-01-01', staff)).body.split('\r\n')).toHaveLength(
        2,
      );
      const { rows: log } = await database.pool.query(
        "select facts from ledger.audit where action = 'staff_sessions.export' order by number",
      );
      expect(log).toEqual([{ facts: { searched: 'no' } }, { facts: { until: '2001-01-01', searched: 'no' } }]);
    } finally {
      await database.ownerPool.query("delete from app.session where user_agent = '=cmd|calc'");
    }
    const client = await server.person('g98@example.org');
    expect((await server.get('/admin/staff-sessions.csv', client.cookie)).statusCode).toBe(403);
  });

  it('[A139] of staff begin from the networks that the operator named alone; clients sign in from anywhere', async () => {
    const site = await accessServer(database, { staffNetworks: ['10.8.0.0/16'] });
    try {
      const attempt = (email: string, remoteAddress: string) =>
        site.app.inject({
          method: 'POST',
          url: '/api/v1/auth/sign-in',
          remoteAddress,
          payload: { email, password: PASSWORD },
        });
      await server.staff();
      await server.person('a139@example.org');
      const refused = await attempt('desk@example.org', '203.0.113.9');
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'auth.network']);
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect((await attempt('desk@example.org', '10.8.3.4')).statusCode).toBe(200);
      expect((await attempt('a139@example.org', '203.0.113.9')).statusCode).toBe(200);
    } finally {
      await site.close();
    }
  });

  it('[A107] are all ended by staff with a reason that the person is told; done again it does and writes nothing', async () => {
    const { id, cookie } = await server.person('a107@example.org');
    const second = await server.signIn('a107@example.org');
    const staff = await server.staff();
    const reason = 'Your phone was reported stolen';
    const end = (by: string, body: object, who = id) =>
      server.post(`/admin/users/${who}/end-sessions`, body, { cookie: by });
    expect((await end(second.cookie, { reason })).statusCode).toBe(403);
    expect((await end(staff, { reason: ' ' })).statusCode).toBe(422);
    expect((await end(staff, { reason }, '018f0000-0000-7000-8000-00000000ffff')).statusCode).toBe(404);
    expect((await server.get('/me', cookie)).statusCode).toBe(200);

    const done = await end(staff, { reason });
    expect([done.statusCode, done.json()]).toEqual([200, { ended: 2 }]);
    for (const ended of [cookie, second.cookie]) expect((await server.get('/me', ended)).statusCode).toBe(401);
    expect((await server.get('/me', staff)).statusCode).toBe(200);
    expect((await end(staff, { reason })).json()).toEqual({ ended: 0 });
    expect((await mails(id)).filter(({ template }) => template === 'sessions-ended')).toEqual([
      { template: 'sessions-ended', to_address: null, values: { time: expect.any(String), reason } },
    ]);

    expect((await server.signIn('a107@example.org')).status).toBe(200);
    const log = await database.pool.query(
      `select a.action, a.facts ->> 'sessions' as sessions, n.client_id, n.body ->> 'text' as reason from ledger.audit a
       join app.note n on n.subject_id = (a.facts ->> 'note')::uuid where a.client_id = $1`,
      [id],
    );
    expect(log.rows).toEqual([{ action: 'user.end_sessions', sessions: '2', client_id: id, reason }]);
  });
});
