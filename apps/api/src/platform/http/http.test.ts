import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { messages } from '@clearbook/contracts/messages';
import { routes } from '@clearbook/contracts/routes';
import { ROLE_NAMES, ROLES } from '@clearbook/contracts/permissions';
import type { Reply, Route, RouteKey } from '@clearbook/contracts/routes';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { buildHttp } from './index.ts';
import type { Http, RouteContext, Signed } from './index.ts';
import type { Halt } from '../halt.ts';
import { GENERAL, limitOf } from '../limits/index.ts';
import { EVERYTHING, reachedIt } from '../../../test/served.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const CLIENT: Signed = {
  userId: '018f0000-0000-7000-8000-000000000001',
  role: 'client',
  permissions: new Set(),
  sessionId: 's1',
  steppedUp: false,
  mustChangePassword: false,
  mustEnrol: false,
};
const ADMIN: Signed = {
  ...CLIENT,
  userId: '018f0000-0000-7000-8000-000000000002',
  role: 'admin',
  permissions: EVERYTHING,
  steppedUp: true,
};
const STAFF = Object.fromEntries(
  ROLE_NAMES.map((role): [string, Signed] => [role, { ...ADMIN, permissions: new Set(ROLES[role]) }]),
);
const WHO: Record<string, Signed> = {
  client: CLIENT,
  admin: ADMIN,
  fresh: { ...ADMIN, mustChangePassword: true },
  ...STAFF,
};
const ID = '018f0000-0000-7000-8000-00000000000a';

const opened: Http[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ app }) => app.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

type Overrides = {
  mode?: 'demo' | 'live';
  publicUrl?: string;
  trustProxy?: string;
  webDir?: string;
  leaveOut?: RouteKey;
  metricsToken?: string;
  rateLimits?: boolean;
  staffNetworks?: readonly string[];
  now?: () => Date;
  authenticate?: (who: string) => Signed | undefined;
  halted?: () => Halt | undefined;
  mount?: (app: Http['app']) => void;
};

/** The whole route table, each route answered by a stub that says that it was reached. */
async function server(
  overrides: Overrides = {},
  handlers: Partial<Record<RouteKey, (context: RouteContext<RouteKey>) => unknown>> = {},
) {
  const publicUrl = overrides.publicUrl ?? ORIGIN;
  const lines: string[] = [];
  const http = await buildHttp({
    config: {
      mode: overrides.mode ?? 'demo',
      publicUrl,
      allowedOrigins: [publicUrl, 'http://localhost:3000'],
      trustProxy: overrides.trustProxy ?? false,
      rateLimits: overrides.rateLimits ?? false,
      chartProvider: 'builtin',
      ...(overrides.staffNetworks && { staffNetworks: overrides.staffNetworks }),
      ...(overrides.metricsToken ? { metricsToken: overrides.metricsToken } : {}),
    },
    clock: { now: overrides.now ?? (() => new Date('2026-01-05T12:00:00Z')) },
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    authenticate: async (cookie) =>
      (overrides.authenticate ?? ((who) => WHO[who]))(/clearbook=(\w+)/.exec(cookie ?? '')?.[1] ?? ''),
    webDir: overrides.webDir,
    ...(overrides.halted && { halted: overrides.halted }),
  });
  const reached: RouteKey[] = [];
  for (const key of Object.keys(routes) as RouteKey[]) {
    if (key === overrides.leaveOut) continue;
    http.register(key, async (context) => {
      reached.push(key);
      const own = handlers[key];
      if (own) return (await own(context as unknown as RouteContext<RouteKey>)) as Reply<typeof key>;
      throw reachedIt();
    });
  }
  overrides.mount?.(http.app);
  opened.push(http);
  await http.app.ready();
  return { app: http.app, reached, lines, register: http.register };
}

const address = (key: string): { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string } => {
  const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];
  return { method, url: `/api/v1${path.replace(':id', ID)}` };
};
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: `/api/v1${url}`,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  headers: { 'content-type': 'application/json', ...headers },
});
const SIGN_IN = { email: 'ann@example.org', password: 'correct horse' };

const BESIDE_THE_TABLE = new Set([
  '/api/v1/files/{id}',
  '/api/v1/me/archives/{id}/file',
  '/api/v1/favicon',
  '/api/v1/stream',
  '/api/v1/csp-report',
]);

describe('every route declares who may call it', () => {
  const expected = (route: Route, who: string): number | undefined => {
    if (route.policy === 'public') return undefined;
    if (who === 'nobody') return 401;
    if (route.policy === 'admin') return who === 'admin' ? undefined : 403;
    return who === 'admin' && route.key ? 403 : undefined;
  };

  it('[A1] holds the policy of the table for every route and role', async () => {
    const { app, reached } = await server();
    for (const [key, route] of Object.entries(routes) as [RouteKey, Route][]) {
      for (const who of ['nobody', 'client', 'admin']) {
        reached.length = 0;
        const answer = await app.inject({
          ...address(key),
          headers: { cookie: `clearbook=${who}`, 'idempotency-key': 'k' },
        });
        const refusal = expected(route, who);
        if (refusal === undefined) expect([401, 403], `${who} ${key}`).not.toContain(answer.statusCode);
        else {
          expect(answer.statusCode, `${who} ${key}`).toBe(refusal);
          expect(reached, `${who} ${key}`).toEqual([]);
        }
      }
    }
  });

  it('[A130] lets each role of staff reach exactly the routes whose permission it includes', async () => {
    const { app, reached } = await server();
    const wrong: string[] = [];
    for (const [key, route] of Object.entries(routes) as [RouteKey, Route][]) {
      if (route.policy !== 'admin') continue;
      for (const role of ROLE_NAMES) {
        reached.length = 0;
        const answer = await app.inject({
          ...address(key),
          headers: { cookie: `clearbook=${role}`, 'idempotency-key': 'k' },
        });
        const refused = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'auth.permission_missing';
        const included = (ROLES[role] as readonly string[]).includes(route.can);
        if (refused === included || (refused && reached.length > 0)) wrong.push(`${role} ${key}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('[A139] answers staff from the networks that the operator named alone, and everybody else from anywhere', async () => {
    const { app } = await server({ staffNetworks: ['10.8.0.0/16', '2001:db8::/32', '192.0.2.7'] });
    const from = async (remoteAddress: string, who: string, key: RouteKey) =>
      (await app.inject({ ...address(key), remoteAddress, headers: { cookie: `clearbook=${who}` } })).json<{
        code: string;
      }>().code;
    for (const inside of ['10.8.255.1', '::ffff:10.8.0.1', '2001:db8:1::9', '192.0.2.7'])
      expect(await from(inside, 'admin', 'GET /admin/staff'), inside).toBe('test.reached');
    for (const outside of ['10.9.0.1', '::ffff:10.9.0.1', '2001:db9::1', '192.0.2.8', '::1']) {
      expect(await from(outside, 'admin', 'GET /admin/staff'), outside).toBe('auth.network');
      expect(await from(outside, 'admin', 'GET /me'), outside).toBe('auth.network');
      expect(await from(outside, 'client', 'GET /me'), outside).toBe('test.reached');
    }
  });

  it('[A105] takes limit and cursor for every list, and says where it goes on', () => {
    const shapeOf = (schema: unknown) => (schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
    const wrong = (Object.entries(routes) as [RouteKey, Route][]).filter(([key, { reply, query, csv }]) => {
      if (!key.startsWith('GET ') || csv !== undefined || !('data' in shapeOf(reply))) return false;
      // Tables of pages, and lines for the symbols that were asked for, are no such lists.
      if ('page' in shapeOf(query) || key === 'GET /bars/sparklines') return false;
      return !('limit' in shapeOf(query) && 'cursor' in shapeOf(query) && 'next_cursor' in shapeOf(reply));
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('[A2] does not start while a route of the table has no handler, nor with a handler that has no route or a second one', async () => {
    await expect(server({ leaveOut: 'GET /trades' })).rejects.toThrow('GET /trades');
    const { register } = await server();
    expect(() => register('GET /nowhere' as RouteKey, async () => null as never)).toThrow('not in the route table');
    expect(() => register('GET /me', async () => null as never)).toThrow('two handlers');
  });

  it('[A3] has no demo route in live mode', async () => {
    const { app } = await server({ mode: 'live', publicUrl: 'https://clearbook.example' });
    for (const [key, route] of Object.entries(routes) as [RouteKey, Route][]) {
      if (!route.demoOnly) continue;
      const answer = await app.inject({
        ...address(key),
        headers: { cookie: 'clearbook=client', 'idempotency-key': 'k' },
      });
      expect(answer.statusCode, key).toBe(404);
    }
  });

  it('[A4] lets nobody with a one-time password do anything but replace it and leave', async () => {
    const { app } = await server();
    const answer = await app.inject({
      method: 'GET',
      url: '/api/v1/admin/users',
      headers: { cookie: 'clearbook=fresh' },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'auth.password_change_required' });
    expect(
      (await app.inject({ method: 'GET', url: '/api/v1/me', headers: { cookie: 'clearbook=fresh' } })).statusCode,
    ).toBe(418);
  });

  it('[A5] logs a refused attempt with who, what and where', async () => {
    const { app, lines } = await server();
    await app.inject({ method: 'GET', url: `/api/v1/admin/users/${ID}`, headers: { cookie: 'clearbook=client' } });
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        actor: CLIENT.userId,
        route: 'GET /admin/users/:id',
        path: `/api/v1/admin/users/${ID}`,
      }),
    );
  });
});

describe('a request from another site', () => {
  const body = post('/auth/sign-in', SIGN_IN);

  it('[A6] is refused by its Origin, whatever it looks like', async () => {
    const { app, reached } = await server();
    for (const origin of [
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://127.0.0.1:3001',
      'https://127.0.0.1:3000',
      '',
    ]) {
      const answer = await app.inject({ ...body, headers: { ...body.headers, origin } });
      expect(answer.statusCode, origin).toBe(403);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await app.inject({ ...body, headers: { ...body.headers, 'sec-fetch-site': site } })).statusCode).toBe(
        403,
      );
    }
    expect(reached).toEqual([]);
    for (const origin of [ORIGIN, 'http://localhost:3000']) {
      expect((await app.inject({ ...body, headers: { ...body.headers, origin } })).statusCode).toBe(418);
    }
    expect((await app.inject(body)).statusCode).toBe(418);
  });

  it('[A7] cannot send a form, plain text or an unnamed type in place of JSON', async () => {
    const { app, reached } = await server();
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain\tapplication/json',
      'text/plain;application/json',
      'application/jsonx',
      '',
    ];
    for (const type of types) {
      const answer = await app.inject({ ...body, headers: { 'content-type': type } });
      expect(answer.statusCode, type).toBe(415);
    }
    expect(reached).toEqual([]);
  });
});

describe('what is read from a request', () => {
  it('[A8] refuses unknown fields by name, in bodies and in queries', async () => {
    const { app, reached } = await server();
    const answer = await app.inject(
      post('/auth/sign-up', {
        username: 'ann',
        fullname: 'Ann',
        email: 'ann@example.org',
        password: 'correct horse',
        role: 'admin',
        balance: 1,
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'request.invalid',
      fields: [
        { name: 'role', message: 'Unknown field: role.' },
        { name: 'balance', message: 'Unknown field: balance.' },
      ],
    });
    expect((await app.inject({ url: '/api/v1/settings/public?debug=1' })).statusCode).toBe(422);
    expect(
      (await app.inject({ url: '/api/v1/trades?limit=1&limit=2', headers: { cookie: 'clearbook=client' } })).statusCode,
    ).toBe(422);
    expect(reached).toEqual([]);
  });

  it('[A9] names every field that is missing or wrong, in the specification’s words', async () => {
    const { app } = await server();
    const answer = await app.inject(post('/auth/sign-in', { email: 'nonsense' }));
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({
      title: 'Unprocessable Entity',
      detail: messages.common.checkFields,
      fields: [
        { name: 'email', message: messages.login.emailInvalid },
        { name: 'password', message: messages.login.passwordRequired },
      ],
    });
    expect((await app.inject({ method: 'POST', url: '/api/v1/auth/sign-in' })).statusCode).toBe(422);
  });

  it('[A10] answers malformed, poisoned and oversized bodies with 400 and 413, and never reaches the route', async () => {
    const { app, reached } = await server();
    for (const text of [
      '{',
      '',
      'nul',
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"email":"a","email"',
    ]) {
      expect((await app.inject(post('/auth/sign-in', text))).statusCode, text).toBe(400);
    }
    for (const value of [
      'null',
      '[]',
      '1',
      '"x"',
      '[[]]',
      '{"email":{"$ne":null},"password":["a"]}',
      '{"email":"a\\u0000@b.example","password":"x"}',
    ]) {
      expect((await app.inject(post('/auth/sign-in', value))).statusCode, value).toBe(422);
    }
    expect((await app.inject(post('/auth/sign-in', { ...SIGN_IN, code: 'x'.repeat(70_000) }))).statusCode).toBe(413);
    expect((await app.inject({ url: `/api/v1/settings/public?${'a'.repeat(5000)}` })).statusCode).toBe(414);
    expect(reached).toEqual([]);
  });

  const corpus = new URL('../../../../../../shared/data/payloads/', import.meta.url);
  it.runIf(existsSync(corpus))(
    '[A11] survives a corpus of hostile texts in bodies, ids and queries without one 5xx',
    async () => {
      const { app } = await server();
      for (const file of readdirSync(corpus).filter((name) => name.endsWith('.txt'))) {
        for (const line of readFileSync(new URL(file, corpus), 'utf8').split('\n').slice(0, 400)) {
          const tries = [
            post('/auth/sign-in', { email: line, password: line }),
            post('/auth/sign-in', line),
            { url: `/api/v1/trades/${encodeURIComponent(line)}`, headers: { cookie: 'clearbook=client' } },
            { url: `/api/v1/quotes?symbols=${encodeURIComponent(line)}`, headers: { cookie: 'clearbook=client' } },
            { url: `/api/v1/quotes?${encodeURIComponent(line)}=1`, headers: { cookie: 'clearbook=client' } },
          ];
          for (const request of tries)
            expect((await app.inject(request)).statusCode, `${file}: ${line}`).toBeLessThan(500);
        }
      }
    },
    // Some nine thousand requests.
    60_000,
  );

  it('[A12] wants an Idempotency-Key where the table says so, and hashes what was asked for', async () => {
    const hashes: string[] = [];
    const { app } = await server(
      {},
      {
        'POST /demo/top-up': (context) => {
          hashes.push(`${context.key} ${context.requestHash}`);
          throw reachedIt();
        },
      },
    );
    const cookie = { cookie: 'clearbook=client' };
    expect((await app.inject(post('/demo/top-up', { amount: '5.00' }, cookie))).json()).toMatchObject({
      status: 400,
      code: 'request.key_missing',
    });
    for (const key of ['', 'x'.repeat(201), 'a b', 'é']) {
      expect(
        (await app.inject(post('/demo/top-up', { amount: '5.00' }, { ...cookie, 'idempotency-key': key }))).statusCode,
        key,
      ).toBe(400);
    }
    await app.inject(post('/demo/top-up', '{"amount":"5.00"}', { ...cookie, 'idempotency-key': 'k1' }));
    await app.inject(post('/demo/top-up', '{ "amount" : "5.00" }', { ...cookie, 'idempotency-key': 'k1' }));
    await app.inject(post('/demo/top-up', '{"amount":"6.00"}', { ...cookie, 'idempotency-key': 'k1' }));
    expect(hashes).toHaveLength(3);
    expect(hashes[0]).toMatch(/^k1 [0-9a-f]{64}$/);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it('[A104] asks for the key where money moves, and makes one where none moves and none came', async () => {
    const MOVES_MONEY: RouteKey[] = [
      'POST /demo/top-up',
      'POST /orders',
      'POST /trades/close-all',
      'POST /trades/:id/close',
      'POST /trades/:id/reverse',
      'POST /withdrawals',
      'POST /withdrawals/:id/cancel',
      'POST /packages/:id/purchase',
      'POST /signal-plans/:id/purchase',
      'POST /loans/:id/repay',
      'POST /admin/users/:id/trades',
      'POST /admin/users/:id/adjustments',
      'POST /admin/deposits/:id/decision',
      'POST /admin/withdrawals/:id/decision',
      'POST /admin/withdrawals/:id/return',
      'POST /admin/trades/:id/settle',
      'POST /admin/proposals/:id/decision',
    ];
    const keyed = (Object.entries(routes) as [RouteKey, Route][]).filter(([, route]) => route.key !== undefined);
    expect(
      keyed
        .filter(([, route]) => route.key === true)
        .map(([key]) => key)
        .sort(),
    ).toEqual(MOVES_MONEY.sort());

    const keys: string[] = [];
    const noted = (context: RouteContext<RouteKey>) => {
      keys.push(context.key);
      throw reachedIt();
    };
    const { app } = await server({}, Object.fromEntries(keyed.map(([key]) => [key, noted])));
    for (const [key, route] of keyed) {
      const cookie = { cookie: `clearbook=${route.policy === 'admin' ? 'admin' : 'client'}` };
      const send = (headers: Record<string, string>) =>
        app.inject({ ...address(key), headers: { ...cookie, ...headers } });
      expect((await send({ 'idempotency-key': 'a b' })).json(), key).toMatchObject({ code: 'request.key_format' });
      const without = (await send({})).json<{ code: string }>().code;
      if (route.key === true) expect(without, key).toBe('request.key_missing');
      else expect(without, key).not.toBe('request.key_missing');
    }

    keys.length = 0;
    const cancel = `/orders/${ID}/cancel`;
    const cookie = { cookie: 'clearbook=client' };
    await app.inject(post(cancel, {}, cookie));
    await app.inject(post(cancel, {}, cookie));
    await app.inject(post(cancel, {}, { ...cookie, 'idempotency-key': 'mine' }));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
    // No caller can send what the server makes.
    for (const made of keys.slice(0, 2))
      expect((await app.inject(post(cancel, {}, { ...cookie, 'idempotency-key': made }))).statusCode).toBe(400);
  });
});

describe('what leaves', () => {
  it('[A13] never shows what went wrong inside, and says under which id it is in the log', async () => {
    const { app, lines } = await server(
      {},
      {
        'GET /settings/public': () => {
          throw new Error('password=hunter2 in /srv/secret.ts');
        },
      },
    );
    const answer = await app.inject({ url: '/api/v1/settings/public' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/hunter2|secret/);
    const { request_id: id } = answer.json<{ request_id: string }>();
    expect(lines.some((line) => line.includes(id) && line.includes('hunter2'))).toBe(true);
  });

  it('[A14] answers 503 with Retry-After while the database is away', async () => {
    const { app } = await server(
      {},
      {
        'GET /settings/public': () => {
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
        },
      },
    );
    const answer = await app.inject({ url: '/api/v1/settings/public' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({ code: 'server.busy', detail: messages.common.busy });
  });

  it('[A15] holds no field that the table does not name', async () => {
    const { app } = await server({}, { 'POST /auth/sign-up': () => ({ message: 'ok', password_hash: 'x' }) });
    const answer = await app.inject(
      post('/auth/sign-up', { username: 'ann', fullname: 'Ann', email: 'ann@example.org', password: 'correct horse' }),
    );
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('password_hash');
  });

  it('[A16] carries the security headers on every answer, and no answer of the api is stored', async () => {
    const { app } = await server({ publicUrl: 'https://clearbook.example' });
    for (const url of [
      '/api/v1/settings/public',
      '/api/v1/nowhere',
      '/api/v1/me',
      '/healthz',
      '/nowhere.js',
      '/api/openapi.json',
    ]) {
      const { headers } = await app.inject({ url });
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        // The description is the same for everybody: it may be kept, and is asked about each time.
        'cache-control': url === '/api/openapi.json' ? 'no-cache' : 'no-store',
      });
      expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy'], url).toContain("default-src 'none'");
      expect(headers['content-security-policy'], url).not.toContain('unsafe');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
    }
  });

  it('[X11] asks an upload for a form with its files, and everything else for JSON', async () => {
    const { app } = await server();
    const cookie = { cookie: 'clearbook=client' };
    const detail = async (path: string, type: string) => {
      const headers = { ...cookie, 'content-type': type, 'idempotency-key': 'k' };
      const answer = await app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: '{}' });
      return [answer.statusCode, answer.json<{ detail: string }>().detail];
    };
    const form = (fields: string) =>
      `Send this as a form with files (Content-Type: multipart/form-data; fields: ${fields}).`;
    expect(await detail('/identity', 'application/json')).toEqual([415, form('front, back')]);
    expect(await detail('/me/picture', 'application/json')).toEqual([415, form('file')]);
    expect(await detail('/orders', 'text/csv')).toEqual([415, messages.common.wrongType]);
  });

  it('[A17] says 404 for addresses and 405 for methods that are not there', async () => {
    const { app } = await server();
    expect((await app.inject({ url: '/api/v1/nowhere' })).json()).toMatchObject({
      status: 404,
      code: 'request.not_found',
    });
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: '/api/v1/trades' });
      expect(answer.statusCode, method).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
    expect((await app.inject({ method: 'DELETE', url: '/login' })).statusCode).toBe(405);
  });

  it('[A18] answers what is not HTTP, and TRACE, without an echo', async () => {
    const { app } = await server();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const raw = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket
          .on('data', (chunk) => (answer += chunk.toString()))
          .on('end', () => resolve(answer))
          .on('error', reject);
      });
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw('TRACE /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Canary: leak\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 40[05] (?![^]*leak)/,
    );
  });
});

describe('a body that comes late', () => {
  /** Sends half of a request; what is done then happens before the other half comes, `ms` after the first. */
  async function slowly(key: RouteKey, who: string, meanwhile: () => void, { ms = 1_001, files = false } = {}) {
    let nowMs = Date.parse('2026-01-05T12:00:00Z');
    let asked = 0;
    people = { ...WHO };
    halt = undefined;
    const { app, reached } = await server({
      now: () => new Date(nowMs),
      authenticate: (name) => {
        asked += 1;
        return people[name];
      },
      halted: () => halt,
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { method, url } = address(key);
    const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc\r\n--b--\r\n`;
    const body = files ? file : JSON.stringify(BODIES[key] ?? {});
    const type = files ? 'multipart/form-data; boundary=b' : 'application/json';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const answered = new Promise<string>((resolve, reject) => {
      let answer = '';
      socket
        .on('data', (chunk) => (answer += chunk.toString()))
        .on('end', () => resolve(answer))
        .on('error', reject);
    });
    socket.write(
      `${method} ${url} HTTP/1.1\r\nHost: x\r\nCookie: clearbook=${who}\r\nIdempotency-Key: k\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 1)}`,
    );
    await expect.poll(() => asked).toBe(1);
    nowMs += ms;
    meanwhile();
    socket.write(body.slice(1));
    const answer = await answered;
    const code = /"code":"([a-z._]+)"/.exec(answer)?.[1];
    return { said: [Number(answer.slice(9, 12)), code], reached, asked };
  }
  let people: Record<string, Signed | undefined> = {};
  let halt: Halt | undefined;
  const NOTE = 'POST /admin/users/:id/end-sessions' satisfies RouteKey;
  const BODIES: Partial<Record<RouteKey, object>> = { [NOTE]: { reason: 'A lost phone' } };
  const OWN = 'DELETE /me/passkeys/:id' satisfies RouteKey;

  it('[A160] finds its session ended, another one in its place, or its powers gone, before the handler begins', async () => {
    const changes: [RouteKey, string, () => void, (number | string)[]][] = [
      [OWN, 'client', () => (people['client'] = undefined), [401, 'auth.not_signed_in']],
      [OWN, 'client', () => (people['client'] = { ...CLIENT, sessionId: 's2' }), [401, 'auth.not_signed_in']],
      [NOTE, 'admin', () => (people['admin'] = undefined), [401, 'auth.not_signed_in']],
      [NOTE, 'admin', () => (people['admin'] = { ...ADMIN, permissions: new Set() }), [403, 'auth.permission_missing']],
      [NOTE, 'admin', () => (people['admin'] = { ...ADMIN, steppedUp: false }), [403, 'auth.step_up_required']],
      [NOTE, 'admin', () => (halt = 'storage_full'), [503, 'server.storage_full']],
    ];
    for (const [key, who, change, refusal] of changes) {
      const answer = await slowly(key, who, change);
      expect(answer.said, `${key} ${change.toString()}`).toEqual(refusal);
      expect(answer.reached).toEqual([]);
    }
    const unchanged = await slowly(NOTE, 'admin', () => undefined);
    expect(unchanged).toMatchObject({ said: [418, 'test.reached'], reached: [NOTE], asked: 2 });
  });

  it('[A160] files too, which are read last; and what comes right away is asked about once', async () => {
    const picture = 'POST /me/picture' satisfies RouteKey;
    const ended = await slowly(picture, 'client', () => (people['client'] = undefined), { files: true });
    expect(ended).toMatchObject({ said: [401, 'auth.not_signed_in'], reached: [] });
    const kept = await slowly(picture, 'client', () => undefined, { files: true });
    expect(kept).toMatchObject({ said: [418, 'test.reached'], asked: 2 });
    const quick = await slowly(NOTE, 'admin', () => undefined, { ms: 1_000 });
    expect(quick).toMatchObject({ said: [418, 'test.reached'], asked: 1 });
  });
});

describe('limits', () => {
  it('[N60] what is sent beside the table counts by address, and is not taken while writes are halted', async () => {
    let halt: Halt | undefined;
    let taken = 0;
    const { app } = await server({
      rateLimits: true,
      halted: () => halt,
      mount: (into) => void into.post('/beside', () => ({ taken: (taken += 1) })),
    });
    const send = () => app.inject({ method: 'POST', url: '/beside' });
    expect((await send()).statusCode).toBe(200);
    halt = 'storage_full';
    expect((await send()).statusCode).toBe(503);
    expect((await app.inject({ url: '/robots.txt' })).statusCode).not.toBe(503);
    halt = undefined;
    const statuses = new Set<number>();
    for (let i = 0; i < GENERAL.points; i += 1) statuses.add((await send()).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    expect(taken).toBe(GENERAL.points - 1);
  });

  it('[A19] refuses what is over a limit with 429 and Retry-After, but lets fifty withdrawals through at once', async () => {
    const { app } = await server({ rateLimits: true });
    const money = () => app.inject(post('/withdrawals', {}, { cookie: 'clearbook=client', 'idempotency-key': 'k' }));
    const answers = await Promise.all(Array.from({ length: 50 }, money));
    expect(answers.map((answer) => answer.statusCode)).not.toContain(429);
    for (let i = 0; i < 100; i += 1) await app.inject(post('/auth/sign-up', {}));
    const refused = await app.inject(post('/auth/sign-up', {}));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(limitOf('POST /withdrawals', true)?.points).toBeGreaterThanOrEqual(600);
  });

  it('[A19] [A20] counts every address of one IPv6 network as one caller', async () => {
    const { app } = await server({ rateLimits: true });
    const signsUp = (remoteAddress: string) => app.inject({ ...post('/auth/sign-up', {}), remoteAddress });
    for (let i = 0; i < 100; i += 1) await signsUp(`2001:db8:1:2::${i.toString(16)}`);
    expect((await signsUp('2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await signsUp('2001:db8:1:3::1')).statusCode).not.toBe(429);
  });

  it('[X7] says on every answer what is left of its limits', async () => {
    const { app } = await server({ rateLimits: true });
    const cookie = { cookie: 'clearbook=client' };
    const first = await app.inject({ url: '/api/v1/me', headers: cookie });
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"general";q=3000;w=60',
      ratelimit: '"general";r=2999;t=60',
    });
    const order = await app.inject(post('/orders', {}, { ...cookie, 'idempotency-key': 'k' }));
    expect(order.headers).toMatchObject({
      'ratelimit-policy': '"general";q=3000;w=60, "orders";q=1200;w=60',
      ratelimit: '"general";r=2998;t=60, "orders";r=1199;t=60',
    });
    const others: [string, number][] = [
      ['/api/v1/me', 401],
      ['/api/v1/nowhere', 404],
      ['/api/v1/settings/public', 418],
      ['/api/openapi.json', 200],
    ];
    for (const [url, status] of others) {
      const { statusCode, headers } = await app.inject({ url });
      expect(statusCode, url).toBe(status);
      expect(headers['ratelimit'], url).toMatch(/^"general";r=29\d\d;t=60$/);
    }
    const foreign = await app.inject(post('/orders', {}, { origin: 'https://elsewhere.example' }));
    expect([foreign.statusCode, foreign.headers['ratelimit-policy']]).toEqual([403, order.headers['ratelimit-policy']]);
  });

  it('[M57] [X7] counts bars by how many are asked for and how long each takes, and refuses what is beyond a minute’s', async () => {
    const { app } = await server({ rateLimits: true }, { 'GET /bars': () => ({ data: [], next_cursor: null }) });
    const ask = async (query: string) => {
      const { statusCode, headers } = await app.inject({
        url: `/api/v1/bars?${query}`,
        headers: { cookie: 'clearbook=client' },
      });
      return [statusCode, /"bars";r=(\d+)/.exec(String(headers['ratelimit']))?.[1], headers['retry-after']];
    };
    expect(await ask('symbol=BTC&interval=1m')).toEqual([200, '599700', undefined]);
    expect(await ask('symbol=BTC&interval=1h&limit=10')).toEqual([200, '599660', undefined]);
    expect(await ask('symbols=BTC,ETH,LTC&interval=4h&limit=100')).toEqual([200, '596660', undefined]);
    // Never more than an answer holds, whatever the query says.
    expect(await ask(`symbols=${'BTC,'.repeat(50)}BTC&interval=1m&limit=1000`)).toEqual([200, '591660', undefined]);
    // Weeks and months are worked out from their days, of which no symbol has more than some years.
    expect(await ask('symbol=BTC&interval=1w&limit=10')).toEqual([200, '590960', undefined]);
    expect(await ask('symbols=BTC,ETH&interval=1M')).toEqual([200, '550960', undefined]);
    for (let n = 0; n < 11; n += 1) await ask('symbols=BTC,ETH,LTC,XRP,ADA&interval=1d&limit=1000');
    expect(await ask('symbols=BTC,ETH,LTC,XRP,ADA&interval=1d&limit=1000')).toEqual([429, '0', '60']);
  });

  it('[A20] knows a caller by the connection, and by X-Forwarded-For only from a proxy that is trusted', async () => {
    const refusedAfter = async (trustProxy: string | undefined) => {
      const { app } = await server({ rateLimits: true, ...(trustProxy ? { trustProxy } : {}) });
      for (let i = 0; i < 101; i += 1) {
        const answer = await app.inject(post('/auth/sign-up', {}, { 'x-forwarded-for': `10.0.0.${i}` }));
        if (answer.statusCode === 429) return i;
      }
      return undefined;
    };
    expect(await refusedAfter(undefined)).toBe(100);
    expect(await refusedAfter('127.0.0.1')).toBeUndefined();
  });
});

describe('pages', () => {
  async function built(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'clearbook-web-'));
    folders.push(folder);
    await mkdir(join(folder, 'assets'));
    await writeFile(
      join(folder, 'index.html'),
      '<script nonce="__CSP_NONCE__"></script><meta content="__CSP_NONCE__">',
    );
    await writeFile(join(folder, 'assets', 'ready-1a2b.js'), '0;');
    await writeFile(join(folder, 'assets', 'ready-1a2b.js.br'), 'compressed by the build');
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), `console.log(${JSON.stringify('x'.repeat(5000))})`);
    return folder;
  }

  it('[A21] get a fresh nonce each time, in the policy and in the page, and nothing unsafe', async () => {
    const { app } = await server({ webDir: await built() });
    const [first, second] = [await app.inject({ url: '/dashboard' }), await app.inject({ url: '/' })];
    const nonceOf = (policy: unknown) => /'nonce-([\w-]{20,})'/.exec(String(policy))?.[1];
    const nonce = nonceOf(first.headers['content-security-policy']);
    expect(nonce).toBeDefined();
    expect(first.body).toBe(`<script nonce="${nonce}"></script><meta content="${nonce}">`);
    expect(nonceOf(second.headers['content-security-policy'])).not.toBe(nonce);
    expect(first.headers['content-security-policy']).toContain("script-src 'self';");
    expect(first.headers['content-security-policy']).toContain("object-src 'none'");
    expect(first.headers['content-security-policy']).toContain("worker-src 'self';");
    // A second directive of one name counts for nothing.
    const names = String(first.headers['content-security-policy'])
      .split(';')
      .map((each) => each.trim().split(' ')[0]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(first.headers['content-security-policy']).not.toContain('unsafe');
    expect(first.headers['content-security-policy']).toContain('ws://127.0.0.1:3000');
  });

  it('[U73] lets a script that runs as a worker ask this site and nobody else', async () => {
    const { app } = await server({ webDir: await built() });
    const { headers } = await app.inject({ url: '/assets/app-1a2b.js' });
    expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  });

  it('[A22] serves hashed files compressed and for ever, and never a page in place of a missing file', async () => {
    const { app } = await server({ webDir: await built() });
    await expect
      .poll(
        async () =>
          (await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })).headers[
            'content-encoding'
          ],
      )
      .toBe('br');
    const ready = await app.inject({ url: '/assets/ready-1a2b.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect([ready.headers['content-encoding'], ready.body]).toEqual(['br', 'compressed by the build']);
    const asset = await app.inject({ url: '/assets/app-1a2b.js' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toContain('text/javascript');
    for (const url of [
      '/assets/gone.js',
      '/assets/../index.html',
      '/..%2f..%2fetc/passwd.txt',
      '/favicon.ico',
      '/.git/config',
      '/.env',
    ])
      expect((await app.inject({ url })).statusCode, url).toBe(404);
    expect((await app.inject({ url: '/api/v1/index.html' })).statusCode).toBe(404);
  });
});

it('[A103] a long answer of the market goes out compressed to those who can read it, and no other answer does', async () => {
  const bar = {
    time: '2026-01-05T12:00:00.000Z',
    open: '1.10',
    high: '1.10',
    low: '1.10',
    close: '1.10',
    volume: null,
    tick_volume: null,
  };
  const data = Array.from({ length: 300 }, () => bar);
  const { app } = await server({}, { 'GET /bars': () => ({ data, next_cursor: null }) });
  const ask = (accepted: string) =>
    app.inject({
      url: '/api/v1/bars?symbol=BTC&interval=1h',
      headers: { cookie: 'clearbook=client', 'accept-encoding': accepted },
    });
  const read = { br: brotliDecompressSync, gzip: gunzipSync, identity: (raw: Buffer) => raw };
  for (const kind of ['br', 'gzip', 'identity'] as const) {
    const answer = await ask(kind);
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(kind);
    expect(answer.headers['vary']).toBe('accept-encoding');
    expect(JSON.parse(read[kind](answer.rawPayload).toString())).toEqual({ data, next_cursor: null });
  }
  const large = Object.entries(routes as Record<string, Route>).filter(([, route]) => route.large === true);
  expect(large.map(([key]) => key)).toEqual([
    'GET /instruments',
    'GET /instruments/:id/ticks.csv',
    'GET /bars',
    'GET /bars/sparklines',
    'GET /transparency/tape/:id/ticks.csv',
  ]);
});

describe('operations', () => {
  it('[A23] shows metrics to this machine and to the token, and to nobody through a proxy', async () => {
    const { app } = await server({ metricsToken: 'a-long-enough-token' });
    expect((await app.inject({ url: '/metrics' })).body).toContain('clearbook_process_cpu_seconds_total');
    expect((await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode).toBe(404);
    expect((await app.inject({ url: '/metrics', remoteAddress: '10.1.1.1' })).statusCode).toBe(404);
    expect(
      (await app.inject({ url: '/metrics', remoteAddress: '10.1.1.1', headers: { authorization: 'Bearer wrong' } }))
        .statusCode,
    ).toBe(404);
    expect(
      (
        await app.inject({
          url: '/metrics',
          remoteAddress: '10.1.1.1',
          headers: { authorization: 'Bearer a-long-enough-token' },
        })
      ).statusCode,
    ).toBe(200);
  });

  it('[O59] counts requests by route and status, and writes a line for each without what was searched for', async () => {
    const { app, lines } = await server();
    await app.inject({ url: '/api/v1/notifications?q=somebody@example.org' });
    const text = (await app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body;
    expect(text).toMatch(
      /^clearbook_http_request_seconds_count\{method="GET",route="\/api\/v1\/notifications",status="401"\} [1-9]\d*$/m,
    );
    const line = lines.map((each) => JSON.parse(each) as Record<string, unknown>).find(({ msg }) => msg === 'request');
    expect(line).toMatchObject({ level: 30, method: 'GET', path: '/api/v1/notifications', status: 401 });
    expect(typeof line?.['ms']).toBe('number');
    expect(lines.join('')).not.toContain('somebody');
  });

  it('[O57] shows no metrics through a proxy on this machine, whether or not it says that it is one', async () => {
    const { app } = await server();
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await app.inject({ url: '/metrics', headers })).statusCode;
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(await status({ host }), host).toBe(200);
    for (const host of ['clearbook.example', 'clearbook.example:443', '127.0.0.1.clearbook.example', '10.0.0.1'])
      expect(await status({ host }), host).toBe(404);
    for (const name of ['x-forwarded-proto', 'x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
      expect(await status({ host: 'localhost', [name]: '1.2.3.4' }), name).toBe(404);
  });

  it('[X4] compresses the descriptions once and says which version they are', async () => {
    const { app } = await server();
    for (const url of ['/api/openapi.json', '/api/asyncapi.json']) {
      const plain = await app.inject({ url });
      const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', etag: plain.headers['etag'] });
      expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body);
      // It grows with the routes; what matters is that repeated words cost next to nothing.
      expect(rawPayload.length).toBeLessThan(Math.max(10_000, plain.body.length / 8));
      const known = await app.inject({ url, headers: { 'if-none-match': `"other", ${String(headers['etag'])}` } });
      expect([known.statusCode, known.body]).toEqual([304, '']);
    }
  });

  it('[X5] [X2] describes what a program really meets: 202, a body that may be left out, headers', async () => {
    type Operation = {
      requestBody?: { required?: boolean };
      responses: Record<string, { headers?: Record<string, unknown> }>;
    };
    const { app } = await server();
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const [withdraw, close, order] = ['withdrawals', 'trades/{id}/close', 'orders'].map(
      (path) => paths[`/api/v1/${path}`]?.['post'],
    );
    for (const waits of [withdraw, close]) expect(Object.keys(waits?.responses ?? {})).toContain('202');
    expect([order, close].map((each) => each?.requestBody?.required)).toEqual([true, false]);
    expect(Object.keys(order?.responses['201']?.headers ?? {})).toContain('Location');
  });

  it('[A24] describes exactly the routes of the table', async () => {
    const { app } = await server();
    const described = (await app.inject({ url: '/api/openapi.json' })).json<{
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    }>();
    expect(described.openapi).toBe('3.1.0');
    const table = Object.entries(described.paths).filter(
      ([path]) => path.startsWith('/api/v1/') && !BESIDE_THE_TABLE.has(path),
    );
    const keys = table.flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.slice('/api/v1'.length).replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(keys.sort()).toEqual(Object.keys(routes).sort());
    for (const path of BESIDE_THE_TABLE) expect(described.paths).toHaveProperty([path]);
    const docs = await app.inject({ url: '/api/docs/' });
    expect(docs.statusCode).toBe(200);
    expect(docs.headers['content-security-policy']).toContain("connect-src 'self'");
  });
});
