import { NO_ACTIONS } from '@clearbook/domain/market';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SwitchName } from '@clearbook/contracts/switches';
import type { LightMyRequestResponse } from 'fastify';
import type { PoolClient } from 'pg';
import pino from 'pino';
import { openScreeningList } from '../src/adapters/screening/index.ts';
import { localStorage } from '../src/adapters/files/index.ts';
import {
  ensureFirstAdmin,
  PasswordHasher,
  SecondFactor,
  SessionCheck,
  sessionCookieName,
  guestRoutes,
  sessionsRoutes,
} from '../src/features/sessions/index.ts';
import { apiTokenRoutes, createTokenCheck } from '../src/features/api-tokens/index.ts';
import { recordFileView } from '../src/features/audit/index.ts';
import { chartRoutes } from '../src/features/charts/index.ts';
import { identityRoutes } from '../src/features/identity/index.ts';
import { mailboxRoutes } from '../src/features/mailbox/index.ts';
import { meRoutes } from '../src/features/me/index.ts';
import { mountUnsubscribe, notificationRoutes } from '../src/features/notifications/index.ts';
import { readFavicon, settingsRoutes } from '../src/features/settings/index.ts';
import { walletRoutes } from '../src/features/wallets/index.ts';
import { FileStore, mountFiles } from '../src/platform/files/index.ts';
import type { FileStorage } from '../src/platform/files/index.ts';
import { buildHttp } from '../src/platform/http/index.ts';
import type { Http } from '../src/platform/http/index.ts';
import { SharedLimits } from '../src/platform/limits/index.ts';
import { createSeal, type Seal } from '../src/platform/seal.ts';
import { openBooks } from './books.ts';
import type { FreshDatabase } from './database.ts';
import { mountOnly, ORIGIN } from './served.ts';

export { ORIGIN } from './served.ts';
/** The same server by its name, for which passkeys are made. */
export const NAMED_ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'tide and timber 41';

export type AccessServer = {
  app: Http['app'];
  clock: { now(): Date; advance(ms: number): void };
  sessions: SessionCheck;
  files: FileStore;
  storage: FileStorage;
  dataDir: string;
  seal: Seal;
  logLines: string[];
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(url: string, cookie?: string): Promise<LightMyRequestResponse>;
  /** The cookie of an administrator, who is made at the first call. */
  staff(): Promise<string>;
  /** Signs a new client up and in. */
  person(email: string): Promise<{ id: string; cookie: string }>;
  signIn(
    email: string,
    password?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; cookie: string; device: string }>;
  close(): Promise<void>;
};

/** Stops something for everyone, or starts it again, as a line of the switches alone. */
export function stopLine(owner: Pick<PoolClient, 'query'>, name: SwitchName, stopped: boolean): Promise<unknown> {
  return owner.query(
    `insert into ledger.switch_change (id, name, stopped, banner, reason, staff_id, at)
     select gen_random_uuid(), $1, $2, case when $2 then 'Back soon' else '' end, 'a drill', (select id from ledger.party_book limit 1), now()`,
    [name, stopped],
  );
}

/** The part of the server that knows people, on a real database; every other route answers 418. */
export async function accessServer(
  database: FreshDatabase,
  options: {
    publicUrl?: string;
    rateLimits?: boolean;
    mode?: 'demo' | 'live';
    staffNetworks?: readonly string[];
    beforeReady?: (app: Http['app'], sessions: SessionCheck) => void;
  } = {},
): Promise<AccessServer> {
  const { pool } = database;
  const publicUrl = options.publicUrl ?? ORIGIN;
  const mode = options.mode ?? 'demo';
  const dataDir = await mkdtemp(join(tmpdir(), 'clearbook-access-'));
  let nowMs = Date.parse('2026-01-05T12:00:00Z');
  const clock = {
    now: () => new Date(nowMs),
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) });
  const sessions = new SessionCheck({ pool, clock, log, cookieName: sessionCookieName({ publicUrl }), mode });
  const storage = localStorage(join(dataDir, 'files'));
  const seal = createSeal(Buffer.alloc(32, 7));
  const files = new FileStore(pool, storage, seal);
  const books = openBooks(pool);
  const http = await buildHttp({
    config: {
      mode,
      publicUrl,
      allowedOrigins: [publicUrl],
      trustProxy: false,
      rateLimits: options.rateLimits ?? false,
      chartProvider: 'builtin',
      ...(options.staffNetworks && { staffNetworks: options.staffNetworks }),
    },
    clock,
    log,
    authenticate: sessions.authenticate,
    tokens: createTokenCheck(pool, { mode }),
  });
  mountOnly(http, (register) => {
    const deps = {
      pool,
      clock,
      log,
      // As a start on this machine has it: browsers make no passkey for a bare number.
      config: {
        publicUrl,
        allowedOrigins: [publicUrl, ...(publicUrl === ORIGIN ? [NAMED_ORIGIN] : [])],
        mode,
        ...(options.staffNetworks && { staffNetworks: options.staffNetworks }),
      },
      hasher: new PasswordHasher(),
      secondFactor: new SecondFactor(pool, seal),
      limits: options.rateLimits ? new SharedLimits(pool) : undefined,
    };
    sessionsRoutes(register, deps);
    guestRoutes(register, { ...deps, ledger: books.ledger });
    meRoutes(register, { pool, mode, files });
    identityRoutes(register, {
      pool,
      files,
      ledger: books.ledger,
      config: { mode },
      screeningList: openScreeningList({}),
    });
    const site = { site_email: '', complaints_email: '', site_url: publicUrl };
    mailboxRoutes(register, { pool, site, limits: deps.limits });
    apiTokenRoutes(register, { pool });
    chartRoutes(register, { pool, actionsOf: NO_ACTIONS });
    walletRoutes(register, { ledger: books.ledger, pool, config: { mode } });
    notificationRoutes(register, { pool, seal, site });
    settingsRoutes(register, {
      ledger: books.ledger,
      pool,
      files,
      config: { mode, chartProvider: 'builtin', market: 'simulated' },
      marketLabel: 'Simulated prices',
      overdueWithdrawals: async () => 0,
      trackRecord: async () => ({ lost_percent: 63, until: '2026-11-01' }),
      notices: () => Promise.resolve({ notices: [], restricted: [], notices_change_at: null }),
    });
  });
  mountUnsubscribe(http.app, { pool, seal });
  mountFiles(http.app, {
    store: files,
    authenticate: sessions.authenticate,
    allowedOrigins: [publicUrl],
    clock,
    onStaffView: recordFileView(pool),
    favicon: () => readFavicon(pool),
  });
  options.beforeReady?.(http.app, sessions);
  await http.app.ready();
  const { app } = http;

  const postOnce: AccessServer['post'] = (url, body, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  /** By cookie: staff give their password again where they are asked (A136). */
  const passwords = new Map<string, string>();
  const post: AccessServer['post'] = async (url, body, headers = {}) => {
    const answer = await postOnce(url, body, headers);
    const password = passwords.get(headers['cookie'] ?? '');
    if (password === undefined || !answer.body.includes('auth.step_up_required')) return answer;
    await postOnce('/auth/step-up', { password }, headers);
    return postOnce(url, body, headers);
  };
  const get: AccessServer['get'] = (url, cookie) =>
    app.inject({ url: `/api/v1${url}`, headers: cookie ? { cookie } : {} });
  const signIn: AccessServer['signIn'] = async (email, password = PASSWORD, headers = {}) => {
    const answer = await post('/auth/sign-in', { email, password }, headers);
    const [session = '', device = ''] = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0] ?? '');
    return { status: answer.statusCode, cookie: session, device };
  };
  return {
    app,
    clock,
    sessions,
    files,
    storage,
    dataDir,
    seal,
    logLines,
    post,
    get,
    signIn,
    staff: async () => {
      await ensureFirstAdmin(
        pool,
        { mode: 'demo', publicUrl, adminEmail: 'desk@example.org', adminPassword: PASSWORD },
        clock.now(),
      );
      const { cookie } = await signIn('desk@example.org');
      passwords.set(cookie, PASSWORD);
      return cookie;
    },
    person: async (email) => {
      const made = await post('/auth/sign-up', { username: 'ann', fullname: 'Ann Lee', email, password: PASSWORD });
      if (made.statusCode !== 201) throw new Error(made.body);
      const { cookie } = await signIn(email);
      return { id: (await get('/me', cookie)).json<{ id: string }>().id, cookie };
    },
    close: async () => {
      await app.close();
      await sessions.stop();
      await books.ledger.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
