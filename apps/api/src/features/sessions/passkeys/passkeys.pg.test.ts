import { messages } from '@clearbook/contracts/messages';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshDatabase } from '../../../../test/database.ts';
import type { FreshDatabase } from '../../../../test/database.ts';
import { accessServer, NAMED_ORIGIN, PASSWORD } from '../../../../test/people.ts';
import type { AccessServer } from '../../../../test/people.ts';
import { SoftwarePasskey } from '../../../../test/software-passkey.ts';
import { sweepAccess } from '../sweep.ts';
import { PASSKEYS_MAX } from './change-passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';

const HOUR = 3_600_000;
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
beforeEach(() => server.clock.advance(60_000));

type Answer = { statusCode: number; body: string; headers: { 'set-cookie'?: string | string[] | undefined } };
type Listed = { id: string; name: string; synced: boolean; last_used_at: string | null; stopped_at: string | null };
const said = ({ statusCode, body }: Answer) => [
  statusCode,
  body === '' ? undefined : (JSON.parse(body) as { code?: string }).code,
];
const cookieOf = (answer: Answer) => [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
const codeNow = (secret: string) => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
const here = { origin: NAMED_ORIGIN };
const unverified = { ...here, verified: false };

const mails = async (id: string, template: string) =>
  (
    await database.pool.query<{ values: Record<string, string> }>(
      'select values from app.mail_outbox where user_id = $1 and template = $2 order by created_at, id',
      [id, template],
    )
  ).rows.map(({ values }) => values);
const holds = async (id: string) =>
  (
    await database.pool.query('select from ledger.hold where client_id = $1 and lifted_at is null and ends_at > $2', [
      id,
      new Date(server.clock.now().getTime() + 23 * HOUR),
    ])
  ).rowCount;
const list = async (cookie: string) => (await server.get('/me/passkeys', cookie)).json<{ data: Listed[] }>().data;

const asks = async (path: string, cookie: string, body: object = {}) =>
  server.post(path, body, cookie === '' ? {} : { cookie });

async function begins(cookie: string, more: object = {}) {
  const answer = await asks('/me/passkeys/options', cookie, { password: PASSWORD, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ challenge: string; rp: { id: string }; excludeCredentials: { id: string }[] }>();
}

async function adds(cookie: string, { name = 'My phone', more = {}, passkey = new SoftwarePasskey() } = {}) {
  const credential = passkey.made(await begins(cookie, more), here);
  const answer = await asks('/me/passkeys', cookie, { name, credential });
  expect(answer.statusCode, answer.body).toBe(201);
  return { passkey, id: answer.json<Listed>().id };
}

const toSignIn = async () => (await asks('/auth/passkey/options', '')).json<{ challenge: string; rpId: string }>();
async function signsIn(passkey: SoftwarePasskey, given = here, more: object = {}) {
  return asks('/auth/passkey/sign-in', '', { credential: passkey.signed(await toSignIn(), given), ...more });
}
async function stepsUp(passkey: SoftwarePasskey, cookie: string, given = here) {
  const options = (await asks('/auth/step-up/passkey-options', cookie)).json<{ challenge: string; rpId: string }>();
  return asks('/auth/step-up/passkey', cookie, { credential: passkey.signed(options, given) });
}
const removes = (cookie: string, id: string) =>
  server.app.inject({ method: 'DELETE', url: `/api/v1/me/passkeys/${id}`, headers: { cookie } });

/** Passkeys younger than a day go when two-factor comes (A156), so what was added before is older here. */
async function turnOn(cookie: string) {
  await database.ownerPool.query(
    `update app.passkey set added_at = added_at - interval '25 hours' where user_id = $1`,
    [(await server.get('/me', cookie)).json<{ id: string }>().id],
  );
  return turnOnNow(cookie);
}

async function turnOnNow(cookie: string) {
  const begun = await asks('/auth/two-factor/enrol', cookie, { password: PASSWORD });
  const { secret } = begun.json<{ secret: string }>();
  const done = await asks('/auth/two-factor/confirm', cookie, { code: codeNow(secret) });
  expect(done.statusCode, done.body).toBe(200);
  server.clock.advance(60_000);
  return { secret, cookie: cookieOf(done) };
}

describe('adding a passkey', () => {
  it('[A151] takes the password, and the code where two-factor is on; it holds payouts for 24 hours and is told by mail with a link that locks', async () => {
    const { id, cookie } = await server.person('a151@example.org');
    const path = '/me/passkeys/options';
    expect(said(await asks(path, cookie, { password: 'a wrong one 55' }))).toEqual([422, 'auth.wrong_password']);
    expect(await holds(id)).toBe(0);
    await adds(cookie);
    expect(await holds(id)).toBe(1);
    const [told] = await mails(id, 'access-changed');
    expect(told).toMatchObject({ what: messages.lock.changes.passkey_added });
    expect(await mails(id, 'passkey-added')).toMatchObject([{ name: 'My phone' }]);
    const two = await turnOn(cookie);
    expect(said(await asks(path, two.cookie, { password: PASSWORD }))).toEqual([422, 'auth.second_factor_required']);
    const code = codeNow(two.secret);
    const { passkey } = await adds(two.cookie, { name: 'Key on my ring', more: { code } });
    expect(said(await asks(path, two.cookie, { password: PASSWORD, code }))).toEqual([422, 'auth.code_used']);
    expect((await list(two.cookie)).map(({ name }) => name)).toEqual(['My phone', 'Key on my ring']);
    server.clock.advance(60_000);
    const { excludeCredentials } = await begins(two.cookie, { code: codeNow(two.secret) });
    expect(excludeCredentials.map((each) => each.id)).toContain(passkey.id);
  });

  it('[A151] counts for the session that gave the password, once, for five minutes, and from this site alone', async () => {
    const one = await server.person('a151b@example.org');
    const other = await server.signIn('a151b@example.org');
    const passkey = new SoftwarePasskey();
    const options = await begins(one.cookie);
    const sends = (cookie: string, credential: object) => asks('/me/passkeys', cookie, { name: 'x', credential });
    const refused = [422, 'auth.passkey_refused'];
    expect(said(await sends(other.cookie, passkey.made(options, here)))).toEqual(refused);
    expect(said(await sends(one.cookie, passkey.made(options, { origin: 'https://evil.example' })))).toEqual(refused);
    expect(said(await sends(one.cookie, passkey.made(await toSignIn().then(({ challenge, rpId }) => ({ challenge, rp: { id: rpId } })), here)))).toEqual(refused); // prettier-ignore
    const late = await begins(one.cookie);
    server.clock.advance(5 * 60_000);
    expect(said(await sends(one.cookie, passkey.made(late, here)))).toEqual(refused);
    const fresh = await begins(one.cookie);
    expect((await sends(one.cookie, passkey.made(fresh, here))).statusCode).toBe(201);
    expect(said(await sends(one.cookie, new SoftwarePasskey().made(fresh, here)))).toEqual(refused);
    expect(said(await sends(one.cookie, passkey.made(await begins(one.cookie), here)))).toEqual([409, 'auth.passkey_known']); // prettier-ignore
    expect(await list(one.cookie)).toHaveLength(1);
  });

  it('[A151] comes without certificates: those of a maker are refused, and nothing that they name is fetched', async () => {
    const { cookie } = await server.person('a151d@example.org');
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is asked'));
    const passkey = new SoftwarePasskey();
    const sends = async (format: string, certificates?: Uint8Array[]) => {
      const credential = passkey.made(await begins(cookie), here, { format, ...(certificates && { certificates }) });
      return asks('/me/passkeys', cookie, { name: 'x', credential });
    };
    const refused = [422, 'auth.passkey_refused'];
    const certificate = new Uint8Array(Buffer.from('a certificate'));
    const before = server.logLines.length;
    for (const format of ['android-key', 'packed', 'tpm', 'fido-u2f', 'apple', 'android-safetynet', 'made-up'])
      expect(said(await sends(format, [certificate])), format).toEqual(refused);
    const broken = { ...passkey.made(await begins(cookie), here), attestation: 'AAAA' };
    expect(said(await asks('/me/passkeys', cookie, { name: 'x', credential: broken }))).toEqual(refused);
    // None of it was looked at any further.
    const reasons = server.logLines.slice(before).filter((line) => line.includes('a new passkey was refused'));
    expect(reasons).toHaveLength(8);
    for (const line of reasons) expect(line).toContain('it has certificates of its maker, or cannot be read');
    // A device that signs for itself brings nobody's certificate.
    expect((await sends('packed')).statusCode).toBe(201);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('[A151] several at a time are kept and no more than there is room for', async () => {
    const { cookie } = await server.person('a151c@example.org');
    for (let i = 0; i < PASSKEYS_MAX - 1; i += 1) await adds(cookie, { name: `Key ${i}` });
    const options = await Promise.all([begins(cookie), begins(cookie)]);
    const both = await Promise.all(
      options.map((each) => asks('/me/passkeys', cookie, { name: 'x', credential: new SoftwarePasskey().made(each, here) })), // prettier-ignore
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(said(await asks('/me/passkeys/options', cookie, { password: PASSWORD }))).toEqual([409, 'auth.passkeys_full']); // prettier-ignore
  });
});

describe('a session that ends meanwhile', () => {
  /** Runs `change` up to where it waits for the person, ends the session, and lets it go on. */
  async function overtaken(id: string, change: () => Promise<Answer>) {
    const other = await database.ownerPool.connect();
    try {
      await other.query('begin');
      await other.query('select from ledger.party where id = $1 for update', [id]);
      const answer = change();
      const waiting = 'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))'; // prettier-ignore
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      await expect.poll(async () => (await database.ownerPool.query(waiting, [rows[0]?.pid])).rowCount).toBe(1);
      await database.ownerPool.query('delete from app.session where user_id = $1', [id]);
      await other.query('commit');
      return said(await answer);
    } finally {
      other.release();
    }
  }

  it('[A151] adds no passkey and removes none, however far its request had come', async () => {
    const { id, cookie } = await server.person('a151e@example.org');
    const options = await begins(cookie);
    const credential = new SoftwarePasskey().made(options, here);
    const ended = [401, 'auth.not_signed_in'];
    expect(await overtaken(id, () => asks('/me/passkeys', cookie, { name: 'x', credential }))).toEqual(ended);
    const { cookie: again } = await server.signIn('a151e@example.org');
    expect(await list(again)).toEqual([]);
    const { id: added } = await adds(again);
    expect((await asks('/auth/step-up', again, { password: PASSWORD })).statusCode).toBe(200);
    expect(await overtaken(id, () => removes(again, added))).toEqual(ended);
    const { cookie: third } = await server.signIn('a151e@example.org');
    expect(await list(third)).toHaveLength(1);
  });
});

describe('a passkey', () => {
  it('[A150] signs in without an email or password, in a session like any other, and each of several devices does', async () => {
    const { id, cookie } = await server.person('a150@example.org');
    const phone = await adds(cookie, { name: 'Phone', passkey: new SoftwarePasskey(undefined, { counts: false }) });
    const ring = await adds(cookie, { name: 'Ring' });
    for (const { passkey } of [phone, ring, phone, ring]) {
      const answer = await signsIn(passkey);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ id });
      expect((await server.get('/me', cookieOf(answer))).statusCode).toBe(200);
    }
    expect(await mails(id, 'new-device')).not.toEqual([]);
    expect((await list(cookie)).every(({ last_used_at: used }) => used !== null)).toBe(true);
  });

  it('[A150] opens nothing with what it signed for another site, at another time, for a step-up or twice', async () => {
    const { cookie } = await server.person('a150b@example.org');
    const { passkey } = await adds(cookie);
    const refused = [401, 'auth.passkey_refused'];
    const sends = (credential: object) => asks('/auth/passkey/sign-in', '', { credential });
    expect(said(await signsIn(new SoftwarePasskey()))).toEqual(refused);
    expect(said(await signsIn(passkey, { origin: 'https://evil.example' }))).toEqual(refused);
    expect(said(await sends(passkey.signed({ ...(await toSignIn()), rpId: 'evil.example' }, here)))).toEqual(refused);
    expect(said(await sends(passkey.signed({ challenge: 'AAAA', rpId: 'localhost' }, here)))).toEqual(refused);
    const forStepUp = (await asks('/auth/step-up/passkey-options', cookie)).json<{ challenge: string; rpId: string }>();
    expect(said(await sends(passkey.signed(forStepUp, here)))).toEqual(refused);
    const late = await toSignIn();
    server.clock.advance(5 * 60_000);
    expect(said(await sends(passkey.signed(late, here)))).toEqual(refused);
    const changed = passkey.signed(await toSignIn(), here);
    expect(said(await sends({ ...changed, signature: `${changed.signature.slice(0, -4)}AAAA` }))).toEqual(refused);
    const once = passkey.signed(await toSignIn(), here);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sends(once)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    expect((await list(cookie))[0]).toMatchObject({ stopped_at: null });
    server.clock.advance(10 * 60_000);
    await sweepAccess(database.pool, server.clock.now());
    expect((await database.pool.query('select from app.passkey_challenge')).rowCount).toBe(0);
  });

  it('[A152] counts as both factors where it made sure who holds it; else the code is asked for, and adding one weakens nothing', async () => {
    const { cookie } = await server.person('a152@example.org');
    const { passkey } = await adds(cookie);
    expect((await signsIn(passkey, unverified)).statusCode).toBe(200);
    const two = await turnOn(cookie);
    expect((await signsIn(passkey)).statusCode).toBe(200);
    expect(said(await signsIn(passkey, unverified))).toEqual([401, 'auth.second_factor_required']);
    expect(said(await signsIn(passkey, unverified, { code: '000000' }))).toEqual([401, 'auth.code_wrong']);
    // The same signature again, with the code beside it, as a browser sends it.
    const credential = passkey.signed(await toSignIn(), unverified);
    const sends = (more: object) => asks('/auth/passkey/sign-in', '', { credential, ...more });
    expect(said(await sends({}))).toEqual([401, 'auth.second_factor_required']);
    const code = codeNow(two.secret);
    expect((await sends({ code })).statusCode).toBe(200);
    expect(said(await sends({ code }))).toEqual([401, 'auth.passkey_refused']);
    // The password alone opens as little as before.
    expect(said(await server.post('/auth/sign-in', { email: 'a152@example.org', password: PASSWORD }))).toEqual([401, 'auth.second_factor_required']); // prettier-ignore
    // Nor does a passkey stand for the code where password and code are asked for.
    await stepsUp(passkey, two.cookie);
    expect(said(await asks('/auth/two-factor/off', two.cookie, { password: PASSWORD, code: '111111' }))).toEqual([422, 'auth.code_wrong']); // prettier-ignore
  });

  it('[A153] whose count went back is refused and stopped for both devices; payouts are held and the owner is told', async () => {
    const { id, cookie } = await server.person('a153@example.org');
    const { passkey } = await adds(cookie);
    server.clock.advance(25 * HOUR);
    const again = await server.signIn('a153@example.org');
    const copy = passkey.copy();
    expect((await signsIn(passkey)).statusCode).toBe(200);
    expect(await holds(id)).toBe(0);
    expect(said(await signsIn(copy))).toEqual([401, 'auth.passkey_copied']);
    expect(await mails(id, 'passkey-copied')).toMatchObject([{ name: 'My phone' }]);
    expect((await mails(id, 'access-changed')).at(-1)).toMatchObject({ what: messages.lock.changes.passkey_copied });
    expect(await holds(id)).toBe(1);
    expect(said(await signsIn(passkey))).toEqual([401, 'auth.passkey_copied']);
    expect(await mails(id, 'passkey-copied')).toHaveLength(1);
    expect((await list(again.cookie))[0]?.stopped_at).not.toBeNull();
    expect(said(await asks('/auth/step-up/passkey-options', again.cookie))).toEqual([409, 'auth.passkeys_none']);
    const session = await database.pool.query('select from app.session where user_id = $1', [id]);
    expect(session.rowCount, 'the session of the copy never began').toBe(3);
  });

  it('[A154] shows who is behind a session, for five minutes, where it made sure of it and is the person’s own', async () => {
    const { id, cookie } = await server.person('a154@example.org');
    const { passkey } = await adds(cookie);
    const stranger = await server.person('a154b@example.org');
    const theirs = await adds(stranger.cookie);
    expect(said(await stepsUp(passkey, cookie, unverified))).toEqual([422, 'auth.passkey_unverified']);
    expect(said(await stepsUp(theirs.passkey, cookie))).toEqual([422, 'auth.passkey_refused']);
    const [mine] = await list(cookie);
    expect(said(await removes(cookie, mine?.id ?? ''))).toEqual([403, 'auth.step_up_required']);
    expect((await stepsUp(passkey, cookie)).statusCode).toBe(200);
    expect(said(await removes(cookie, theirs.id))).toEqual([404, 'auth.passkey_not_found']);
    server.clock.advance(5 * 60_000);
    expect(said(await removes(cookie, mine?.id ?? ''))).toEqual([403, 'auth.step_up_required']);
    expect((await stepsUp(passkey, cookie)).statusCode).toBe(200);
    expect((await removes(cookie, mine?.id ?? '')).statusCode).toBe(204);
    expect(await mails(id, 'passkey-removed')).toHaveLength(1);
    expect(said(await signsIn(passkey))).toEqual([401, 'auth.passkey_refused']);
  });

  it('[A155] is removed by a code or a passkey where two-factor is on, never by the password alone; renaming takes neither', async () => {
    const { cookie: first } = await server.person('a155@example.org');
    const { passkey, id } = await adds(first);
    const { cookie, secret } = await turnOn(first);
    const rename = (name: string) =>
      server.app.inject({
        method: 'PATCH',
        url: `/api/v1/me/passkeys/${id}`,
        payload: { name },
        headers: { cookie },
      });
    expect((await rename('  Old phone ')).json()).toMatchObject({ id, name: 'Old phone' });
    expect(said(await rename(' '))).toEqual([422, 'request.invalid']);
    expect((await asks('/auth/step-up', cookie, { password: PASSWORD })).statusCode).toBe(200);
    const refused = await removes(cookie, id);
    expect(said(refused)).toEqual([403, 'auth.step_up_required']);
    expect(refused.json()).toMatchObject({ detail: messages.passkey.codeFirst });
    expect((await asks('/auth/step-up', cookie, { code: codeNow(secret) })).statusCode).toBe(200);
    expect((await removes(cookie, id)).statusCode).toBe(204);
    // Lost: the password and a code still open the account.
    const body = { email: 'a155@example.org', password: PASSWORD };
    server.clock.advance(60_000);
    expect((await server.post('/auth/sign-in', { ...body, code: codeNow(secret) })).statusCode).toBe(200);
    expect(said(await signsIn(passkey))).toEqual([401, 'auth.passkey_refused']);
  });

  it('[A156] goes when its owner locks the account, and nothing opens a locked one; a reset takes away those of the last 24 hours', async () => {
    const { id, cookie } = await server.person('a156@example.org');
    const link = async (template: string) => (await mails(id, template)).at(-1)?.['token'] ?? '';
    expect((await asks('/auth/email/confirm', '', { token: await link('welcome') })).statusCode).toBe(204);
    const { passkey: old } = await adds(cookie);
    server.clock.advance(25 * HOUR);
    const { cookie: later } = await server.signIn('a156@example.org');
    const { passkey: fresh } = await adds(later, { name: 'New' });
    await server.post('/auth/reset/request', { email: 'a156@example.org' });
    await expect.poll(() => link('password-reset')).not.toBe('');
    expect((await asks('/auth/reset/confirm', '', { token: await link('password-reset'), password: PASSWORD })).statusCode).toBe(204); // prettier-ignore
    expect(said(await signsIn(fresh))).toEqual([401, 'auth.passkey_refused']);
    expect((await signsIn(old)).statusCode).toBe(200);
    expect((await asks('/auth/lock', '', { token: await link('access-changed') })).statusCode).toBe(204);
    expect(said(await signsIn(old))).toEqual([401, 'auth.passkey_refused']);
    expect((await database.pool.query('select from app.passkey where user_id = $1', [id])).rowCount).toBe(0);
  });

  it('[A156] goes with a reset over the mailbox of an address that nobody had confirmed, however old it is', async () => {
    const { id, cookie } = await server.person('a156c@example.org');
    const { passkey } = await adds(cookie);
    server.clock.advance(25 * HOUR);
    await server.post('/auth/reset/request', { email: 'a156c@example.org' });
    await expect.poll(async () => (await mails(id, 'password-reset')).length).toBe(1);
    const token = (await mails(id, 'password-reset'))[0]?.['token'];
    expect((await asks('/auth/reset/confirm', '', { token, password: PASSWORD })).statusCode).toBe(204);
    expect(said(await signsIn(passkey))).toEqual([401, 'auth.passkey_refused']);
  });

  it('[A156] goes with a new password and with two-factor turned on, where it was added within the last 24 hours, and its owner is told', async () => {
    const { id, cookie } = await server.person('a156d@example.org');
    const { passkey: old } = await adds(cookie);
    server.clock.advance(25 * HOUR);
    const { cookie: later } = await server.signIn('a156d@example.org');
    const { passkey: thiefs } = await adds(later, { name: 'A thief’s' });
    const replacement = 'another good one 77';
    const changed = await asks('/auth/password', later, { current_password: PASSWORD, new_password: replacement });
    expect(changed.statusCode, changed.body).toBe(204);
    expect(said(await signsIn(thiefs))).toEqual([401, 'auth.passkey_refused']);
    expect((await signsIn(old)).statusCode).toBe(200);
    expect((await mails(id, 'passkey-removed')).map(({ name }) => name)).toEqual(['A thief’s']);

    const other = await server.person('a156e@example.org');
    const { passkey: young } = await adds(other.cookie);
    await turnOnNow(other.cookie);
    expect(said(await signsIn(young))).toEqual([401, 'auth.passkey_refused']);
    expect(await mails(other.id, 'passkey-removed')).toHaveLength(1);
  });

  it('[A156] opens nothing while no password does, and in no closed account', async () => {
    const { id, cookie } = await server.person('a156b@example.org');
    const { passkey } = await adds(cookie);
    await database.ownerPool.query('update app."user" set password_hash = null where id = $1', [id]);
    const locked = await signsIn(passkey);
    expect(said(locked)).toEqual([401, 'auth.passkey_refused']);
    expect(locked.json()).toMatchObject({ detail: messages.passkey.locked });
    expect(locked.headers['set-cookie']).toBeUndefined();
  });

  it('[A157] is for the name in the public address, on this machine for localhost, and where there is only a number there is none', async () => {
    const of = (publicUrl: string, ...more: string[]) =>
      relyingPartyOf({ publicUrl, allowedOrigins: [publicUrl, ...more] });
    expect(of('https://broker.example:8443')).toEqual({ id: 'broker.example', origins: ['https://broker.example:8443'] }); // prettier-ignore
    expect(of('http://127.0.0.1:3000', 'http://localhost:3000')).toEqual({ id: 'localhost', origins: ['http://localhost:3000'] }); // prettier-ignore
    expect(of('https://192.0.2.7')).toBeUndefined();
    expect(of('https://[2001:db8::1]')).toBeUndefined();
    const numbered = await freshDatabase();
    const site = await accessServer(numbered, { publicUrl: 'http://192.0.2.7:3000' });
    expect(said(await site.post('/auth/passkey/options', {}))).toEqual([409, 'auth.passkeys_unavailable']);
    await site.close();
    await numbered.drop();
  });

  it('[A158] a guest has none, and a program that guesses at signatures is stopped', async () => {
    const guest = cookieOf(await server.post('/auth/guest', {}));
    expect(said(await asks('/me/passkeys/options', guest, { password: PASSWORD }))).toEqual([403, 'auth.guest']);
    const limited = await freshDatabase();
    const site = await accessServer(limited, { rateLimits: true });
    const passkey = new SoftwarePasskey();
    const options = (await site.post('/auth/passkey/options', {})).json<{ challenge: string; rpId: string }>();
    const statuses = new Set<number>();
    for (let i = 0; i < 201; i += 1)
      statuses.add((await site.post('/auth/passkey/sign-in', { credential: passkey.signed(options, here) })).statusCode); // prettier-ignore
    expect([...statuses]).toEqual([401, 429]);
    await site.close();
    await limited.drop();
  });
});
