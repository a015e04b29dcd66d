import { PERMISSIONS, ROLES } from '@clearbook/contracts/permissions';
import { routes, type RouteKey } from '@clearbook/contracts/routes';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { v7 as newId } from 'uuid';
import { expect } from 'vitest';
import { safeParse } from 'zod/v4/core';
import {
  type Authenticate,
  buildHttp,
  type Http,
  Problem,
  type Register,
  type Signed,
} from '../src/platform/http/index.ts';

export const ORIGIN = 'http://127.0.0.1:3000';

export type Served = {
  app: Http['app'];
  /** The body of a 200, which is of the shape that the contract gives it. */
  get<T>(url: string, who: string): Promise<T>;
  ask(url: string, who: string): Promise<LightMyRequestResponse>;
  send(method: Method, url: string, who: string, body?: object, key?: string): Promise<LightMyRequestResponse>;
};
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Options = { mode?: 'demo' | 'live'; beforeReady?: (app: Http['app'], authenticate: Authenticate) => void };

/** Some routes in process, behind the real HTTP layer. `who` asks is an id for a client, and `admin` before the id for staff. */
export async function serve(
  now: () => Date,
  mount: (register: Register) => void,
  { mode = 'demo', beforeReady }: Options = {},
): Promise<Served> {
  const authenticate = (cookie?: string) => Promise.resolve(signed(cookie));
  const http = await buildHttp({
    config: {
      mode,
      publicUrl: ORIGIN,
      allowedOrigins: [ORIGIN],
      trustProxy: false,
      rateLimits: false,
      chartProvider: 'builtin',
    },
    clock: { now },
    log: pino({ level: 'silent' }),
    authenticate,
  });
  mountOnly(http, mount);
  beforeReady?.(http.app, authenticate);
  await http.app.ready();
  const { app } = http;
  const ask: Served['ask'] = (url, who) => app.inject({ url: `/api/v1${url}`, headers: { cookie: who } });
  return {
    app,
    ask,
    async get<T>(url: string, who: string) {
      const answer = await ask(url, who);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(safeParse(routes[readAt(url)].reply, answer.json()).error?.issues).toBeUndefined();
      return answer.json<T>();
    },
    send: (method, url, who, body, key = newId()) =>
      app.inject({
        method,
        url: `/api/v1${url}`,
        ...(body && { payload: JSON.stringify(body) }),
        headers: { ...(body && { 'content-type': 'application/json' }), 'idempotency-key': key, cookie: who },
      }),
  };
}

/** What an owner may do. */
export const EVERYTHING: ReadonlySet<string> = new Set(PERMISSIONS);

/** How a route answers that a test only wants to get to: with a status and a code that the api has nowhere. */
export const reachedIt = (): Problem => new Problem(418, 'test.reached' as string as Problem['code'], 'reached');

/** What a test is about is mounted; every other route of the table answers 418. */
export function mountOnly(http: Http, mount: (register: Register) => void): void {
  const mounted = new Set<RouteKey>();
  mount((key, handler) => {
    mounted.add(key);
    http.register(key, handler);
  });
  for (const key of Object.keys(routes) as RouteKey[])
    if (!mounted.has(key)) http.register(key, () => Promise.reject(reachedIt()));
}

/** Status and code of an answer, as a test compares them. */
export const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ code: string }>().code];

/** A cookie is the role of a client, of staff (`admin`: all permissions, `borrowed`: those, without a step-up, or a declared role), and who it is. */
function signed(cookie: string | undefined): Signed | undefined {
  const [userId, role] = (cookie ?? '').split(' ').toReversed();
  if (!userId) return undefined;
  const staffRoles: Readonly<Record<string, readonly string[]>> = {
    ...ROLES,
    admin: PERMISSIONS,
    borrowed: PERMISSIONS,
  };
  // A list of permissions stands for a role of an owner's own.
  const of = staffRoles[role ?? ''] ?? (role?.includes('.') === true ? role.split(',') : undefined);
  return {
    userId,
    role: of === undefined ? 'client' : 'admin',
    permissions: new Set(of),
    sessionId: 's',
    steppedUp: role !== 'borrowed',
    mustChangePassword: false,
    mustEnrol: false,
  };
}

/** The route that this address is read by. */
function readAt(url: string): RouteKey {
  const steps = (url.split('?', 1)[0] ?? '').split('/');
  const keys = Object.keys(routes).filter((key) => key.startsWith('GET ')) as RouteKey[];
  const fits = (key: RouteKey, loose: boolean): boolean => {
    const names = key.slice('GET '.length).split('/');
    return (
      names.length === steps.length && names.every((name, i) => name === steps[i] || (loose && name.startsWith(':')))
    );
  };
  const key = keys.find((each) => fits(each, false)) ?? keys.find((each) => fits(each, true));
  if (key === undefined) throw new Error(`no route reads ${url}`);
  return key;
}
