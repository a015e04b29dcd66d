import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addStaff } from '../src/features/sessions/index.ts';
import { runningEmbedded, startEmbedded } from '../src/platform/database/embedded/index.ts';
import { createLog } from '../src/platform/log.ts';
import { call, givesPasswordAgain, parsed } from './http-client.ts';
import { FIRST_ADMIN, startServer, untilReady } from './server.ts';
import type { Server } from './server.ts';

export const PASSWORD = 'tide and timber 41';

export type Person = { id: string; email: string; cookie: string };

/** One installation of the product under test: its processes, its database, and the people in it. */
export type Site = {
  servers: Server[];
  urls: string[];
  dataDirs: string[];
  /** Undefined where it is the embedded one. */
  databaseUrl: string | undefined;
  /** The first administrator, signed in. */
  admin: Person;
  /** A client who signed up and in as anybody would. */
  client(name: string): Promise<Person>;
  /** A second pair of staff eyes: invited on the host, password chosen over the link. */
  secondAdmin(name: string): Promise<Person>;
  /** Looks at the books past the product, as the superuser. */
  look<T>(use: (pool: pg.Pool) => Promise<T>): Promise<T>;
  /** Starts server `i` again after it was killed or stopped: same port, same data. */
  restart(i: number): Promise<void>;
  close(): Promise<void>;
};

export type SiteOptions = {
  processes: 1 | 2;
  rateLimits?: boolean;
  /** A database that several processes share. Left out: the embedded one for one process, a throwaway server for two. */
  databaseUrl?: string;
  env?: Record<string, string>;
};

export async function openSite(options: SiteOptions): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-site-'));
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const each of closing.toReversed()) await each();
  };
  try {
    return await open(options, folder, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: SiteOptions,
  folder: string,
  closing: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Site> {
  const databaseUrl = options.databaseUrl ?? (options.processes === 2 ? await throwaway(folder, closing) : undefined);
  const dataDirs = Array.from({ length: options.processes }, (_, i) => join(folder, `data-${i + 1}`));
  const start = (i: number, port?: number) =>
    startServer({
      dataDir: dataDirs[i] ?? folder,
      ...(databaseUrl !== undefined && { databaseUrl }),
      ...(port !== undefined && { port }),
      ...(options.rateLimits !== undefined && { rateLimits: options.rateLimits }),
      env: { MARKET_SEED: 'drill', ...options.env },
    });
  const servers: Server[] = [];
  // However the test ends, its servers end with it.
  const onExit = () => servers.forEach(({ running }) => running.child.kill('SIGKILL'));
  process.once('exit', onExit);
  closing.push(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    process.off('exit', onExit);
  });
  for (let i = 0; i < options.processes; i += 1) servers.push(await start(i));
  const urls = servers.map(({ url }) => url);
  const base = urls[0] ?? '';
  await Promise.all(urls.map(untilReady));

  const look: Site['look'] = async (use) => {
    const url = databaseUrl ?? runningEmbedded(dataDirs[0] ?? '')?.url;
    if (url === undefined) throw new Error('the embedded database does not run');
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    pool.on('error', () => undefined);
    try {
      return await use(pool);
    } finally {
      await pool.end();
    }
  };
  return {
    servers,
    urls,
    dataDirs,
    databaseUrl,
    look,
    close,
    admin: await signIn(base, FIRST_ADMIN.email, FIRST_ADMIN.password),
    client: async (name) => {
      const email = `${name}@example.test`;
      const body = { username: name, fullname: `Client ${name}`, email, password: PASSWORD };
      parsed(await call(base, { path: '/auth/sign-up', body }));
      return signIn(base, email, PASSWORD);
    },
    secondAdmin: async (name) => {
      const email = `${name}@example.test`;
      const link = await look((pool) => addStaff(pool, email, new Date(), base));
      const token = link.slice(link.indexOf('#token=') + '#token='.length);
      const answer = await call(base, { path: '/auth/reset/confirm', body: { token, password: PASSWORD } });
      if (answer.status !== 204) throw new Error(answer.text);
      return signIn(base, email, PASSWORD);
    },
    restart: async (i) => {
      servers[i] = await start(i, servers[i]?.port);
    },
  };
}

export async function signIn(base: string, email: string, password: string, { confirms = true } = {}): Promise<Person> {
  const answer = await call(base, { path: '/auth/sign-in', body: { email, password } });
  const { id } = parsed<{ id: string }>(answer);
  const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  if (confirms) givesPasswordAgain(cookie, password);
  return { id, email, cookie };
}

/** A PostgreSQL of the product's own kind and settings that no process of the product owns. */
async function throwaway(folder: string, closing: (() => Promise<unknown>)[]): Promise<string> {
  const embedded = await startEmbedded({
    dataDir: join(folder, 'database'),
    log: createLog({ level: 'fatal' }),
    onLost: (error) => {
      throw error;
    },
  });
  closing.push(() => embedded.stop());
  return embedded.logins.url;
}
