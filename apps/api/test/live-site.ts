import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { compose } from '../src/compose.ts';
import { addStaff } from '../src/features/sessions/index.ts';
import { createLog } from '../src/platform/log.ts';
import { readConfig } from '../src/platform/config.ts';
import { createSeal } from '../src/platform/seal.ts';
import { freshDatabase, type FreshDatabase, makeLive } from './database.ts';
import { appCode } from './authenticator.ts';
import { call, givesPasswordAgain, parsed } from './http-client.ts';
import { freePort } from './server.ts';
import { PASSWORD, type Person, signIn } from './site.ts';

/** The whole product in live mode, in this process: every route that is composed, on simulated prices and a clock that the test holds. */
export type LiveSite = {
  readonly base: string;
  readonly db: FreshDatabase;
  now(): Date;
  at(time: Date): void;
  /** Let in on the host, with a password that they chose. */
  staff(name: string): Promise<Person>;
  signIn(email: string): Promise<Person>;
  /** The code that their authenticator shows next: time goes on to it. */
  code(email: string): string;
  close(): Promise<void>;
};

/** `confirms: false`: nobody gives the password again by themselves where they are asked. */
export async function openLiveSite(start: Date, { confirms = true } = {}): Promise<LiveSite> {
  const db = await freshDatabase();
  await makeLive(db);
  let now = start;
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-live-'));
  const {
    databaseUrl: _url,
    databaseOwnerUrl: _owner,
    ...config
  } = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    SEED_DEMO: 'false',
    MARKET_SEED: 'insider',
  });
  const coins = createServer((_, response) => {
    const prices = { bitcoin: { usd: 60_000 }, ethereum: { usd: 3_000 }, tether: { usd: 1 } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(prices));
  }).listen(0, '127.0.0.1');
  await once(coins, 'listening');
  const pool = new pg.Pool({ connectionString: db.url, max: 8 });
  const app = await compose({
    config: {
      ...config,
      mode: 'live',
      lendingLicence: 'Lender 7',
      coingeckoUrl: `http://127.0.0.1:${(coins.address() as AddressInfo).port}`,
    },
    database: { pool, connectionString: db.url, embedded: false, stop: () => pool.end() },
    clock: { now: () => now },
    log: createLog({ level: 'fatal' }),
    seal: createSeal(Buffer.alloc(32, 7)),
  });
  await app.listen();

  /** The key of an authenticator, from each member of staff: live mode asks all of them for one. */
  const secrets = new Map<string, string>();
  const post = (path: string, body: object, cookie?: string) =>
    call(base, { path, body, key: randomUUID(), ...(cookie !== undefined && { cookie }) });
  /** Each code is good once, so time goes on by a step before it. */
  const codeFor = (secret: string) => {
    now = new Date(now.getTime() + 30_000);
    return appCode(secret, now.getTime()).code;
  };
  const enrol = async ({ cookie }: Person) => {
    const { secret } = parsed<{ secret: string }>(await post('/auth/two-factor/enrol', { password: PASSWORD }, cookie));
    parsed(await post('/auth/two-factor/confirm', { code: codeFor(secret) }, cookie));
    return secret;
  };
  const nextCode = (email: string) => codeFor(secrets.get(email) ?? '');
  const enter = async (email: string): Promise<Person> => {
    const code = nextCode(email);
    const answer = await post('/auth/sign-in', { email, password: PASSWORD, code });
    const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    if (confirms) givesPasswordAgain(cookie, PASSWORD);
    return { ...parsed<{ id: string }>(answer), email, cookie };
  };

  return {
    base,
    db,
    now: () => now,
    at: (time) => void (now = time),
    staff: async (name) => {
      const email = `${name}@example.test`;
      const link = await addStaff(db.ownerPool, email, now, base);
      const token = link.slice(link.indexOf('#token=') + '#token='.length);
      const chosen = await call(base, {
        path: '/auth/reset/confirm',
        body: { token, password: PASSWORD },
        key: randomUUID(),
      });
      if (chosen.status !== 204) throw new Error(chosen.text);
      const person = await signIn(base, email, PASSWORD, { confirms });
      secrets.set(email, await enrol(person));
      return person;
    },
    signIn: (email) => enter(email),
    code: nextCode,
    close: async () => {
      await app.close();
      coins.close();
      await pool.end();
      await db.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
