import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';

export type Mode = 'demo' | 'live';
export type MarketSource = 'simulated' | 'replay' | 'live';

/** What a database was made for. */
export type Instance = {
  mode: Mode;
  marketSource: MarketSource;
  marketSeed: string;
  /** Whether MARKET_SEED set the seed: such a market is for tests and is shown as such. */
  seedGiven: boolean;
  generatorVersion: number;
  createdAt: Date;
};

export type WantedInstance = {
  mode: Mode;
  market: MarketSource;
  marketSeed?: string | undefined;
  /** How many books its clients come into, where it is made now; left out: one. */
  books?: number | undefined;
  /** What this program's clock says, as text: recorded prices begin when the database does. Without it the database's own clock counts. */
  now?: string | undefined;
};

/** The version of the quote generator that this program has. A test holds it to the domain's. */
export const GENERATOR_VERSION = 3;

export async function readInstance(client: pg.ClientBase | pg.Pool): Promise<Instance | undefined> {
  const { rows } = await client.query<Instance>(`
    SELECT mode, market_source AS "marketSource", market_seed AS "marketSeed", seed_given AS "seedGiven",
           generator_version AS "generatorVersion", created_at AS "createdAt"
    FROM app.instance`);
  return rows[0];
}

/**
 * Writes the mode, the market's source and its secret seed when the database is made, and holds a later start to them: demo
 * never becomes live, and the market does not change under open positions. Runs as the owner.
 */
export async function settleInstance(client: pg.ClientBase, wanted: WantedInstance): Promise<void> {
  const seedGiven = wanted.marketSeed !== undefined;
  const { rowCount: made } = await client.query(
    `INSERT INTO app.instance (mode, market_source, market_seed, seed_given, generator_version, created_at)
     VALUES ($1, $2, $3, $4, $5, coalesce($6, now())) ON CONFLICT DO NOTHING`,
    [
      ...[wanted.mode, wanted.market, wanted.marketSeed ?? randomBytes(16).toString('hex'), seedGiven],
      ...[GENERATOR_VERSION, wanted.now ?? null],
    ],
  );
  // The first one is there from the start.
  if (made === 1) for (let book = 1; book < (wanted.books ?? 1); book++) await client.query('SELECT ledger.add_book()');
  const stored = await readInstance(client);
  if (!stored) throw new Error('app.instance has no row after one was written');
  assertGenerator(stored, wanted);
  if (!differs(stored, wanted)) return;
  if (await hasOpenPositions(client)) {
    throw new PlainError(
      `This database deals on the ${stored.marketSource} market it was opened with, and trades are still open: start with MARKET=${stored.marketSource}${seedHint(stored, wanted)}, close them (the bots close theirs with SEED_DEMO=false), then change the market.`,
    );
  }
  await client.query(
    'UPDATE app.instance SET market_source = $1, market_seed = $2, seed_given = $3, generator_version = $4',
    [wanted.market, wanted.marketSeed ?? stored.marketSeed, seedGiven || stored.seedGiven, GENERATOR_VERSION],
  );
}

/** The same for a start that may not write: it has only the app's login. */
export async function checkInstance(client: pg.ClientBase | pg.Pool, wanted: WantedInstance): Promise<void> {
  const stored = await readInstance(client);
  if (stored) assertGenerator(stored, wanted);
  if (stored && !differs(stored, wanted)) return;
  throw new PlainError(
    'This database was made with another MARKET or MARKET_SEED, and the login in DATABASE_URL may not change that: set DATABASE_OWNER_URL as well.',
  );
}

/** Trades, signals and charts of one generator's prices would go on at those of another: a jump that no market made. */
function assertGenerator(stored: Instance, wanted: WantedInstance): void {
  const simulated = stored.marketSource === 'simulated' && wanted.market === 'simulated';
  if (!simulated || stored.generatorVersion === GENERATOR_VERSION) return;
  throw new PlainError(
    `This database's simulated prices are of version ${stored.generatorVersion}, and this program makes version ${GENERATOR_VERSION}: they would jump under its trades. Start with an empty database (another DATA_DIR, or another DATABASE_URL), or keep this one with the program that made it.`,
  );
}

function differs(stored: Instance, wanted: WantedInstance): boolean {
  if (stored.mode !== wanted.mode) {
    throw new PlainError(
      stored.mode === 'demo'
        ? 'This database holds paper money and never becomes live: start it with MODE=demo, or give live mode a new database.'
        : 'This database holds real money and does not open in demo mode: start it with MODE=live, or give demo mode another database.',
    );
  }
  const otherSeed = wanted.marketSeed !== undefined && wanted.marketSeed !== stored.marketSeed;
  return stored.marketSource !== wanted.market || otherSeed;
}

function seedHint(stored: Instance, wanted: WantedInstance): string {
  if (wanted.marketSeed === undefined || wanted.marketSeed === stored.marketSeed) return '';
  return stored.seedGiven ? ' and its first MARKET_SEED' : ' and without MARKET_SEED';
}

async function hasOpenPositions(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ here: boolean }>("SELECT to_regclass('ledger.trade') IS NOT NULL AS here");
  if (!rows[0]?.here) return false;
  const open = await client.query("SELECT 1 FROM ledger.trade WHERE status = 'active' LIMIT 1");
  return open.rowCount === 1;
}
