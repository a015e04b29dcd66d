import type { ApiToken, CreatedApiToken } from '@clearbook/contracts/api-tokens';
import { PERMISSIONS, ROLES, TOKEN_PERMISSIONS, type TokenPermission } from '@clearbook/contracts/permissions';
import { routes, type Route } from '@clearbook/contracts/routes';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { accessServer, type AccessServer, PASSWORD } from '../../../test/people.ts';
import { createTokenCheck } from './index.ts';

let database: FreshDatabase;
let server: AccessServer;
let staff: string;
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
  staff = await server.staff();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

type Wanted = { permissions?: readonly string[]; days?: number; networks?: readonly string[] };
const ask = (wanted: Wanted = {}) =>
  server.post(
    '/admin/api-tokens',
    { name: 'Nightly report', permissions: ['settings.read', 'verification.read'], ...wanted },
    { cookie: staff },
  );
async function made(wanted: Wanted = {}): Promise<CreatedApiToken> {
  const answer = await ask(wanted);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<CreatedApiToken>();
}
type Sent = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; cookie?: string; remoteAddress?: string };
const use = (secret: string, url: string, { method = 'GET', cookie, remoteAddress = '127.0.0.1' }: Sent = {}) =>
  server.app.inject({
    method,
    url: `/api/v1${url}`,
    remoteAddress,
    headers: { authorization: `Bearer ${secret}`, ...(cookie !== undefined && { cookie }) },
  });
const codeOf = (answer: { json<T>(): T }) => answer.json<{ code?: string }>().code;
const lines = async (action: string, id: string) =>
  (
    await database.pool.query<{ client_id: string | null; facts: object }>(
      'select client_id, facts from ledger.audit where action = $1 and subject_id = $2 order by at',
      [action, id],
    )
  ).rows;

describe('A token of a program', () => {
  it('[A161] is made in a step-up, reads what it includes and nothing beside, and ends within a year', async () => {
    const body = { name: 'Nightly report', permissions: ['settings.read'] };
    const early = await server.app.inject({
      method: 'POST',
      url: '/api/v1/admin/api-tokens',
      payload: body,
      headers: { cookie: staff },
    });
    expect(codeOf(early)).toBe('auth.step_up_required');
    const { token, secret } = await made();
    expect(secret).toMatch(/^clearbook_[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(90 * 86_400_000);
    expect((await use(secret, '/admin/settings')).statusCode).toBe(200);
    expect((await use(secret, '/admin/verifications')).statusCode).toBe(200);
    expect(codeOf(await use(secret, '/admin/wallets'))).toBe('auth.permission_missing');
    expect((await ask({ days: 366 })).statusCode).toBe(422);
    expect((await ask({ networks: ['a house'] })).statusCode).toBe(422);
    for (const name of PERMISSIONS.filter((each) => !TOKEN_PERMISSIONS.includes(each as TokenPermission)))
      expect((await ask({ permissions: [name] })).statusCode, name).toBe(422);
    expect(ROLES.auditor.filter((name) => !TOKEN_PERMISSIONS.includes(name as TokenPermission))).toEqual([
      'document.read',
    ]);
  });

  it('[A162] is refused by every route of the table but readings of the Manage area, also beside a session', async () => {
    const { secret } = await made({ permissions: TOKEN_PERMISSIONS });
    let refused = 0;
    for (const [key, { policy }] of Object.entries(routes) as [string, Route][]) {
      const [method, path] = key.split(' ') as [NonNullable<Sent['method']>, string];
      if (policy === 'public' || (policy === 'admin' && method === 'GET')) continue;
      const url = path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-00000000ffff');
      const answer = await use(secret, url, { method, cookie: staff });
      expect([key, answer.statusCode, codeOf(answer)]).toEqual([key, 403, 'auth.token_reads_only']);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(150);
    const wrong = await use('clearbook_wrong', '/admin/settings', { cookie: staff });
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([401, 'auth.token_refused']);
  });

  it('[A163] is nowhere but in the answer that made it', async () => {
    const { token, secret } = await made();
    await use(secret, '/admin/settings');
    const { rows } = await database.pool.query<{ row: string }>(
      "select t::text as row from app.api_token t union all select a::text from ledger.audit a where a.subject_type = 'api_token'",
    );
    const list = await server.get('/admin/api-tokens', staff);
    expect([list.body, ...rows.map(({ row }) => row), ...server.logLines].join('\n')).not.toContain(secret.slice(10));
    const { data } = list.json<{ data: ApiToken[] }>();
    expect(data.find(({ id }) => id === token.id)).toMatchObject({
      status: 'active',
      member: { email: 'desk@example.org' },
    });
    expect(data.find(({ id }) => id === token.id)?.last_used_at).not.toBeNull();
  });

  it('[G98] is a line of a file with every token, in which no name is a formula and no secret stands', async () => {
    const { secret, token } = await made({ networks: ['10.8.0.0/16', '2001:db8::/32'] });
    const named = await server.post(
      '/admin/api-tokens',
      { name: '=cmd|calc', permissions: ['staff.read'], days: 1 },
      { cookie: staff },
    );
    expect(named.statusCode, named.body).toBe(201);
    const { body } = await use(named.json<CreatedApiToken>().secret, '/admin/api-tokens.csv');
    const [head, ...rows] = body.trimEnd().split('\r\n');
    expect(head).toBe('id,name,status,permissions,networks,email,member_id,created_utc,expires_utc,last_used_utc');
    const { data } = (await server.get('/admin/api-tokens', staff)).json<{ data: ApiToken[] }>();
    expect(rows.map((row) => row.split(',')[0])).toEqual(data.map(({ id }) => id));
    expect(rows[0]).toContain(",'=cmd|calc,active,staff.read,,desk@example.org,");
    expect(rows.find((row) => row.startsWith(token.id))).toContain(
      ',Nightly report,active,settings.read; verification.read,10.8.0.0/16; 2001:db8::/32,desk@example.org,',
    );
    expect(body).not.toContain(secret.slice(10));
    expect((await server.get('/admin/api-tokens.csv?until=2001-01-01', staff)).body.trimEnd()).toBe(head);
    const { rows: log } = await database.pool.query(
      "select facts from ledger.audit where action = 'api_tokens.export' order by number",
    );
    expect(log).toEqual([{ facts: { searched: 'no' } }, { facts: { until: '2001-01-01', searched: 'no' } }]);
  });

  it('[A164] ends at the next request: revoked, expired, its maker suspended, or their password reset', async () => {
    const [revoked, other] = [await made(), await made()];
    const works = async ({ secret }: CreatedApiToken) => (await use(secret, '/admin/settings')).statusCode;
    expect(await works(revoked)).toBe(200);
    const revoke = (id: string) =>
      server.post(`/admin/api-tokens/${id}/revoke`, { reason: 'The report moved' }, { cookie: staff });
    expect((await revoke(revoked.token.id)).statusCode).toBe(204);
    expect(codeOf(await use(revoked.secret, '/admin/settings'))).toBe('auth.token_refused');
    expect((await revoke(revoked.token.id)).statusCode).toBe(404);
    expect(await lines('token.create', revoked.token.id)).toHaveLength(1);
    expect(await lines('token.revoke', revoked.token.id)).toHaveLength(1);

    const owner = other.token.member.id;
    const as = (status: string) =>
      database.ownerPool.query('update ledger.party set status = $2 where id = $1', [owner, status]);
    await as('suspended');
    expect(await works(other)).toBe(401);
    await as('active');
    expect(await works(other)).toBe(200);
    expect((await server.post('/auth/reset/request', { email: 'desk@example.org' })).statusCode).toBe(204);
    // It is written after the answer, so that the answer says nothing about the address.
    const linked = async () =>
      (
        await database.pool.query<{ token: string }>(
          `select "values" ->> 'token' as token from app.mail_outbox where user_id = $1 and "values" ? 'token'`,
          [owner],
        )
      ).rows[0]?.token;
    await expect.poll(linked).toBeDefined();
    const kept = await made({ days: 30 });
    const reset = { token: await linked(), password: PASSWORD };
    const answer = await server.post('/auth/reset/confirm', reset);
    expect(answer.statusCode, answer.body).toBe(204);
    expect(await works(kept)).toBe(401);
    staff = await server.staff();
    const [expired, last] = [await made({ days: 1 }), await made()];
    expect(await works(expired)).toBe(200);
    server.clock.advance(86_400_000);
    expect([await works(expired), await works(last)]).toEqual([401, 200]);
    staff = await server.staff();
  });

  it('[A165] works from its own networks and from those of staff alone', async () => {
    const { secret } = await made({ networks: ['192.0.2.0/24'] });
    expect((await use(secret, '/admin/settings', { remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
    expect(codeOf(await use(secret, '/admin/settings', { remoteAddress: '198.51.100.7' }))).toBe('auth.network');
    const site = await accessServer(database, { staffNetworks: ['10.8.0.0/16'] });
    site.clock.advance(server.clock.now().getTime() - site.clock.now().getTime());
    const there = await site.app.inject({
      url: '/api/v1/admin/settings',
      remoteAddress: '192.0.2.7',
      headers: { authorization: `Bearer ${secret}` },
    });
    await site.close();
    expect(codeOf(there)).toBe('auth.network');
  });

  it('[A165] is answered 300 times a minute, wherever it comes from, and others meanwhile', async () => {
    const [busy, other] = [await made(), await made()];
    const site = await accessServer(database, { rateLimits: true });
    site.clock.advance(server.clock.now().getTime() - site.clock.now().getTime());
    const from = async ({ secret }: CreatedApiToken, call: number) =>
      (
        await site.app.inject({
          url: '/api/v1/admin/settings',
          remoteAddress: `192.0.2.${call % 50}`,
          headers: { authorization: `Bearer ${secret}` },
        })
      ).statusCode;
    let answered = 0;
    while (answered <= 300 && (await from(busy, answered)) === 200) answered += 1;
    expect([answered, await from(busy, 1), await from(other, 1)]).toEqual([300, 429, 200]);
    site.clock.advance(60_000);
    expect(await from(busy, 1)).toBe(200);
    await site.close();
  });

  it('[A166] leaves a line for each call that reads about people, and none for what is of the site', async () => {
    const { token, secret } = await made();
    await use(secret, '/admin/settings');
    expect(await lines('token.read', token.id)).toEqual([]);
    await use(secret, '/admin/verifications');
    expect(await lines('token.read', token.id)).toEqual([
      { client_id: null, facts: { route: 'GET /admin/verifications' } },
    ]);
    const { id } = await server.person('a166@example.org');
    await createTokenCheck(database.pool, { mode: 'demo' }).noteUse(
      { userId: token.member.id, sessionId: token.id, role: 'admin', permissions: new Set(), steppedUp: false },
      { key: 'GET /admin/users/:id', can: 'client.read', id },
      server.clock.now(),
    );
    expect((await lines('token.read', token.id))[1]).toEqual({
      client_id: id,
      facts: { route: 'GET /admin/users/:id', id },
    });
  });

  it('[A166] [FS12] names the client whose deposit or withdrawal is read, and nobody where it is about fraud signals', async () => {
    const { token } = await made();
    const { id } = await server.person('a166b@example.org');
    const [deposit, withdrawal] = [randomUUID(), randomUUID()];
    await database.ownerPool.query(
      `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at)
       values (ledger.book_of($1), $2, $1, 1000, 0, 0, 'bank', 'pending', now(), now())`,
      [id, withdrawal],
    );
    await database.ownerPool.query(
      `insert into ledger.deposit (book, id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, created_at)
       values (ledger.book_of($1), $2, $1, 1000, 'bitcoin', 'awaiting_payment', 'a', 1, 1, 'test', now(), now())`,
      [id, deposit],
    );
    const reads = [
      ['GET /admin/withdrawals/:id', 'withdrawal.read', withdrawal, id],
      ['GET /admin/deposits/:id', 'deposit.read', deposit, id],
      ['GET /admin/withdrawals/:id/signals', 'withdrawal.read', withdrawal, null],
      ['GET /admin/verifications/:id/signals', 'verification.read', id, null],
    ] as const;
    const tokens = createTokenCheck(database.pool, { mode: 'demo' });
    const by = { userId: token.member.id, sessionId: token.id, role: 'admin', permissions: new Set<string>(), steppedUp: false } as const; // prettier-ignore
    for (const [key, can, of] of reads) await tokens.noteUse(by, { key, can, id: of }, server.clock.now());
    expect(await lines('token.read', token.id)).toEqual(
      reads.map(([route, , of, client]) => ({ client_id: client, facts: { route, id: of } })),
    );
  });

  it('[A168] is told to its maker by mail, and there are at most 20 of one person, however many are made at one moment', async () => {
    const { token } = await made({ days: 30 });
    const { rows } = await database.pool.query<{ values: object }>(
      `select "values" from app.mail_outbox where user_id = $1 and template = 'api-token-created' order by id desc limit 1`,
      [token.member.id],
    );
    const minute = (time: string) => time.slice(0, 16).replace('T', ' ');
    expect(rows[0]?.values).toMatchObject({
      name: token.name,
      time: minute(token.created_at),
      until: minute(token.expires_at),
    });
    const active = async () => {
      const { data } = (await server.get('/admin/api-tokens?limit=100', staff)).json<{ data: ApiToken[] }>();
      return data.filter(({ status }) => status === 'active').length;
    };
    const room = 20 - (await active());
    const answers = await Promise.all(Array.from({ length: room + 3 }, () => ask()));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(room);
    expect(answers.filter((answer) => codeOf(answer) === 'token.too_many')).toHaveLength(3);
    expect(await active()).toBe(20);
  });

  it('[A164] is not made by a request that a changed password overtook', async () => {
    const { data } = (await server.get('/admin/api-tokens?limit=100', staff)).json<{ data: ApiToken[] }>();
    const [room] = data.filter(({ status }) => status === 'active');
    const reason = { reason: 'Room for another' };
    await server.post(`/admin/api-tokens/${room?.id}/revoke`, reason, { cookie: staff });
    const holder = await database.ownerPool.connect();
    await holder.query('begin');
    await holder.query('select from app."user" where id = $1 for no key update', [room?.member.id]);
    const asked = ask();
    const blocked = () =>
      holder.query('select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))');
    await expect.poll(async () => (await blocked()).rowCount).toBe(1);
    await holder.query('delete from app.session where user_id = $1', [room?.member.id]);
    await holder.query('commit');
    holder.release();
    expect(codeOf(await asked)).toBe('auth.not_signed_in');
    staff = await server.staff();
  });

  it('[A167] an active one is found first, however many were made and revoked since', async () => {
    const { data: before } = (await server.get('/admin/api-tokens', staff)).json<{ data: ApiToken[] }>();
    const active = before.filter(({ status }) => status === 'active').map(({ id }) => id);
    expect(active.length).toBeGreaterThan(0);
    await database.ownerPool.query(
      `insert into app.api_token (id, token_hash, owner_id, name, permissions, networks, created_at, expires_at, revoked_at)
       select gen_random_uuid(), sha256(convert_to('gone ' || n, 'UTF8')), $1, 'gone', '{settings.read}', '{}',
         $2::timestamptz + make_interval(secs => n), $2::timestamptz + interval '1 day', $2::timestamptz + interval '1 hour' from generate_series(1, 600) n`,
      [before[0]?.member.id, server.clock.now()],
    );
    const first = (await server.get('/admin/api-tokens?limit=50', staff)).json<{ data: ApiToken[] }>();
    expect(first.data.slice(0, active.length).map(({ id }) => id)).toEqual(active);
    expect(first.data[active.length]).toMatchObject({ name: 'gone', status: 'revoked' });
    const { data } = (await server.get('/admin/api-tokens', staff)).json<{ data: ApiToken[] }>();
    expect(data).toHaveLength(active.length + 500);
  });

  it('[A164] made in the last day ends with a change of the password, and an older one goes on', async () => {
    const { data } = (await server.get('/admin/api-tokens?limit=100', staff)).json<{ data: ApiToken[] }>();
    const ids = data.filter(({ status }) => status === 'active').map(({ id }) => id);
    for (const id of ids.slice(0, 2))
      await server.post(`/admin/api-tokens/${id}/revoke`, { reason: 'Room for others' }, { cookie: staff });
    const older = await made();
    server.clock.advance(86_400_000 + 1);
    staff = await server.staff();
    const recent = await made();
    const change = { current_password: PASSWORD, new_password: 'a quieter harbour 9' };
    const changed = await server.post('/auth/password', change, { cookie: staff });
    expect(changed.statusCode, changed.body).toBeLessThan(300);
    const works = async ({ secret }: CreatedApiToken) => (await use(secret, '/admin/settings')).statusCode;
    expect([await works(recent), await works(older)]).toEqual([401, 200]);
    expect(await lines('token.revoke', recent.token.id)).toMatchObject([{ facts: { because: 'password_changed' } }]);
  });
});
