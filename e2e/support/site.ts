import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addStaff } from '../../apps/api/src/features/sessions/index.ts';
import { MIGRATED_DATABASE } from '../../apps/api/test/cluster-setup.ts';
import { emptyDatabase } from '../../apps/api/test/database.ts';
import { startServer, untilReady } from '../../apps/api/test/server.ts';
import type { Server } from '../../apps/api/test/server.ts';
import { seedNear } from './seed-near.ts';

export type Site = {
  url: string;
  /** How far the server's clock is ahead of the machine's; browsers are given the same time. */
  aheadMs: number;
  /** kill -9, as a power cut would. */
  kill(): Promise<void>;
  /** SIGSTOP: it neither answers nor hangs up. */
  freeze(): void;
  /** SIGCONT: it goes on where it was. */
  thaw(): void;
  /** The same server again: same port, same data, and where it is given, so many milliseconds later by its clock. */
  start(laterMs?: number): Promise<void>;
  stop(): Promise<void>;
  /** What the server has written so far. */
  log(): string;
  /** Invites somebody to the staff, as an operator does; the token of their link. */
  invites(email: string): Promise<string>;
  /** Every mail that was sent so far, as plain text. */
  mails(): string[];
  /** Writes a file into the data folder, as an operator would. */
  keeps(name: string, text: string): void;
  /** The database past the product, as its superuser. */
  database<T>(use: (client: pg.Client) => Promise<T>): Promise<T>;
};

export type SiteOptions = {
  env?: Record<string, string>;
  aheadMs?: number;
  /** Left out: a free one. */
  port?: number;
};

const running = new Map<object, () => string>();

/** What the servers of this worker's journeys have written so far. */
export function logs(): string[] {
  return [...running.values()].map((log) => log());
}

/** The product as an operator starts it: its own process, a database of its own, migrated already, and its built client. */
export async function openSite({ env = {}, aheadMs = 0, port }: SiteOptions = {}): Promise<Site> {
  const database = await emptyDatabase(MIGRATED_DATABASE);
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-journey-'));
  let server: Server | undefined;
  const simulated = (env['MARKET'] ?? 'simulated') === 'simulated';
  const seed = simulated ? seedNear(env['MARKET_SEED'] ?? 'journey', Date.now() + aheadMs) : undefined;
  const start = async (laterMs = 0): Promise<Server> => {
    const clockMs = aheadMs + laterMs;
    const started = await startServer({
      dataDir,
      databaseUrl: database.url,
      ...(port !== undefined && { port }),
      ...(server !== undefined && { port: server.port }),
      env: {
        ...env,
        ...(seed && { MARKET_SEED: seed }),
        ...(clockMs > 0 && { FAKE_NOW: `+${Math.round(clockMs / 1000)}s` }),
      },
    });
    await untilReady(started.url);
    return started;
  };
  const log = (): string => server?.running.output() ?? '';
  const close = async (): Promise<void> => {
    running.delete(database);
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  };
  try {
    server = await start();
  } catch (error) {
    await close();
    throw error;
  }
  running.set(database, log);
  return {
    url: server.url,
    aheadMs,
    kill: async () => {
      await server?.kill();
    },
    freeze: () => void server?.running.child.kill('SIGSTOP'),
    thaw: () => void server?.running.child.kill('SIGCONT'),
    start: async (laterMs) => {
      server = await start(laterMs);
    },
    stop: close,
    log,
    invites: async (email) => {
      const pool = new pg.Pool({ connectionString: database.url });
      try {
        const link = await addStaff(pool, email, new Date(Date.now() + aheadMs), server?.url ?? '');
        return link.slice(link.indexOf('#token=') + '#token='.length);
      } finally {
        await pool.end();
      }
    },
    mails: () => {
      const folder = join(dataDir, 'mail');
      if (!existsSync(folder)) return [];
      // Quoted-printable, which a long link needs: broken lines are joined, and "=3D" is an equals sign.
      return readdirSync(folder).map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('=3D', '='),
      );
    },
    keeps: (name, text) => writeFileSync(join(dataDir, name), text),
    database: async (use) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        return await use(client);
      } finally {
        await client.end();
      }
    },
  };
}

const DAY_MS = 86_400_000;
const WEDNESDAY = 3;
/** Days on which New York's exchange is closed or forex rests and that can fall on a Wednesday, as month and day. */
const QUIET_DAYS = new Set(['01-01', '06-19', '07-04', '12-25']);

/** How far a clock must be ahead to show the next Wednesday, 16:30 UTC, when forex, crypto and stocks all trade. In milliseconds. */
export function untilMarketsAreOpen(now: Date = new Date()): number {
  const at = new Date(now);
  at.setUTCHours(16, 30, 0, 0);
  while (at <= now || at.getUTCDay() !== WEDNESDAY || QUIET_DAYS.has(at.toISOString().slice(5, 10))) {
    at.setTime(at.getTime() + DAY_MS);
  }
  return at.getTime() - now.getTime();
}
