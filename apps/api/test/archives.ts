import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import { localStorage } from '../src/adapters/files/index.ts';
import { archiveRoutes, createArchiver, mountArchives } from '../src/features/archives/index.ts';
import { Financing } from '../src/features/configuration/index.ts';
import { createSequencer, LogKeys } from '../src/features/transparency/index.ts';
import { FileStore } from '../src/platform/files/index.ts';
import { buildHttp, type Register, type Signed } from '../src/platform/http/index.ts';
import { createSeal } from '../src/platform/seal.ts';
import { createSimulatedFeed } from '../src/adapters/feeds/simulated.ts';
import { createPrinter, documentRoutes } from '../src/features/statements/index.ts';
import { createMarket, RecordedActions } from '../src/features/market/index.ts';
import { type Books, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { marketPrices } from './market.ts';
import { EVERYTHING, mountOnly, ORIGIN } from './served.ts';

export type ArchiveServer = Awaited<ReturnType<typeof archiveServer>>;

const CONFIG: Parameters<typeof buildHttp>[0]['config'] = {
  mode: 'demo',
  publicUrl: ORIGIN,
  allowedOrigins: [ORIGIN],
  trustProxy: false,
  rateLimits: false,
  chartProvider: 'builtin',
};

/** The books, the log and the archives on a fresh database. Who asks is the cookie: an id, `admin` before that of staff, `early` before one without a fresh password. */
export async function archiveServer({
  prices: seed = 'test',
  ...options
}: { prices?: string; durable?: boolean } = {}) {
  const db: FreshDatabase = await freshDatabase(options);
  const { pool } = db;
  const folder = await mkdtemp(join(tmpdir(), 'clearbook-archives-'));
  const now = (): Date => books.now();
  const actions = new RecordedActions(pool);
  await actions.read(OPEN_MARKETS);
  const market = createMarket({
    feed: createSimulatedFeed(seed, false, actions.of),
    clock: { now },
    actions,
    onListenerError: () => undefined,
  });
  const watched: { until?: Date } = {};
  const prices = Object.defineProperty(marketPrices(market, now), 'watchedUntil', {
    enumerable: true,
    get: () => watched.until,
  });
  const financing = new Financing(pool);
  const books: Books = openBooks(pool, { prices: Object.assign(prices, { financing: financing.at }) });
  const log = { warn: () => undefined };
  const seal = createSeal(Buffer.alloc(32, 7));
  const storage = localStorage(join(folder, 'files'));
  const files = new FileStore(pool, storage, seal);
  const stores = { pool, storage, seal };
  const printer = createPrinter();
  const archiver = (waitMs?: number) =>
    createArchiver({
      ...stores,
      files,
      market,
      log,
      printer,
      config: {},
      site: ORIGIN,
      ...(waitMs !== undefined && { waitMs }),
    });
  const authenticate = (cookie: string | undefined) => Promise.resolve(signed(cookie));
  const http = await buildHttp({
    config: CONFIG,
    clock: { now },
    log: pino({ level: 'silent' }),
    authenticate,
  });
  mountOnly(http, (register) => mount(register, pool, printer));
  mountArchives(http.app, { ...stores, authenticate, allowedOrigins: [ORIGIN], clock: { now } });
  await http.app.ready();

  /** Everything so far gets its leaf and a signature. */
  async function sign(): Promise<void> {
    const keys = new LogKeys({ pool, seal, log, origin: 'books.example/log' });
    books.at(new Date(now().getTime() + 61_000));
    await createSequencer({ pool, log, signers: () => keys.signers(now()) }).run(now());
  }
  return {
    db,
    pool,
    books,
    market,
    actions,
    financing,
    /** Until when the prices were looked at, as decisions are told. */
    watched,
    storage,
    files,
    folder,
    archiver,
    sign,
    get: (url: string, who: string) => http.app.inject({ url: `/api/v1${url}`, headers: { cookie: who } }),
    ask: (who: string) => http.app.inject({ method: 'POST', url: '/api/v1/me/archives', headers: { cookie: who } }),
    async close() {
      await http.app.close();
      await printer.close();
      await books.ledger.close();
      await db.drop();
      await rm(folder, { recursive: true });
    },
  };
}

function mount(register: Register, pool: Pool, printer: ReturnType<typeof createPrinter>): void {
  archiveRoutes(register, { pool });
  documentRoutes(register, { pool, printer, config: {} });
}

function signed(cookie: string | undefined): Signed | undefined {
  const [userId, role] = (cookie ?? '').split(' ').toReversed();
  if (!userId) return undefined;
  return {
    userId,
    role: role === 'admin' ? 'admin' : 'client',
    permissions: role === 'admin' ? EVERYTHING : new Set(),
    sessionId: 's',
    steppedUp: role !== 'early',
    mustChangePassword: false,
    mustEnrol: false,
  };
}
