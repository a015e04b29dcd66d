import type pg from 'pg';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { PlainError } from '../plain-error.ts';
import { startEmbedded } from './embedded/index.ts';
import { knownFunctions, newerFunctions } from './ledger-functions.ts';
import type { WantedInstance } from './instance.ts';
import { appliedVersions, knownVersions, unknownMigration } from './migrations.ts';
import { createPool } from './pool.ts';
import { assertHumble } from './roles.ts';
import type { PrepareReply, PrepareRequest } from './prepare.ts';
import { runPrepare } from './run-prepare.ts';

export { createPool, isStorageFull, isUnavailable } from './pool.ts';
export { readInstance } from './instance.ts';
export type { Instance } from './instance.ts';

/** After this long whoever started the server is told what it waits for. */
const SLOW_MS = 10_000;

export type Database = {
  /** Connections of the app role: they read, and move money through the ledger only. */
  pool: pg.Pool;
  connectionString: string;
  /** Its files lie in DATA_DIR. */
  embedded: boolean;
  /** Closes the pool, then the embedded server where there is one. */
  stop(): Promise<void>;
};

/**
 * Opens the database of this configuration: the embedded one in DATA_DIR (whose lock the caller holds) or the one that
 * DATABASE_URL names, with roles made and the schema migrated.
 * @param onLost told once when the embedded server is gone for good
 * @param onPreparing called when another process has begun to prepare it: what keeps this one busy is best done now
 * @throws PlainError with one sentence for the operator
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  onLost: (error: PlainError) => void = (error) => log.fatal(error.message),
  onPreparing: () => void = () => {},
): Promise<Database> {
  const { mode, market, marketSeed, books } = config;
  const instance: WantedInstance = { mode, market, marketSeed, books, now: systemClock(config).now().toISOString() };
  if (config.databaseUrl !== undefined) {
    const { appUrl, applied } = await prepare({ url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl, instance });
    return serve(appUrl, applied, async () => {});
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onLost });
  try {
    const { appUrl, applied } = await prepare({ ...embedded.logins, instance });
    return await serve(appUrl, applied, () => embedded.stop());
  } catch (error) {
    await embedded.stop();
    throw error;
  }

  async function prepare(request: PrepareRequest): Promise<PrepareReply> {
    const slow = setTimeout(
      () =>
        log.info('still preparing the database: a migration takes its time, or a backup or another start has to end'),
      SLOW_MS,
    );
    try {
      const prepared = runPrepare(request);
      onPreparing();
      return await prepared;
    } finally {
      clearTimeout(slow);
    }
  }

  async function serve(appUrl: string, applied: number[], stopServer: () => Promise<void>): Promise<Database> {
    if (applied.length > 0) log.info({ applied }, 'the database schema was migrated');
    const pool = createPool(appUrl, log);
    try {
      await assertHumble(pool, appUrl);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return {
      pool,
      connectionString: appUrl,
      embedded: config.databaseUrl === undefined,
      stop: async () => {
        await pool.end();
        await stopServer();
      },
    };
  }
}

/** As this program was started: a newer one may meanwhile have been put into its folder. */
const MIGRATIONS = knownVersions();
const FUNCTIONS = knownFunctions();

/** Says what a newer program has put into this database since this one started; undefined where nothing is newer. */
export async function newerThanProgram(pool: pg.Pool): Promise<string | undefined> {
  return unknownMigration(MIGRATIONS, await appliedVersions(pool)) ?? (await newerFunctions(pool, FUNCTIONS));
}
