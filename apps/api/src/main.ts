import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { compose } from './compose.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig, withoutDatabaseLogins, withPort } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { ensureDataDir, lockDataDir, refuseHalfRestored } from './platform/data-dir.ts';
import { openDatabase } from './platform/database/index.ts';
import { printFirstAdmin } from './platform/first-admin.ts';
import { createLog } from './platform/log.ts';
import { explain, PlainError } from './platform/plain-error.ts';
import { createSeal, sealKey } from './platform/seal.ts';
import { onStopSignals } from './platform/stop-signals.ts';

/** How long a stop may take before the process ends anyway: requests in flight, then the pools, then the database server. */
const STOP_MS = 30_000;

/**
 * The server's life, in order: configuration → lock on DATA_DIR → database, migrated → everything else → listening.
 * It stops in the opposite order.
 * @param clientReady what else must be done before the first page can be served, started by the caller to run meanwhile
 */
export async function main(clientReady: Promise<void> = Promise.resolve()): Promise<void> {
  const log = createLog();
  const opened: (() => Promise<void> | void)[] = [];
  let stopped: Promise<void> | undefined;

  const stop = (exitCode: number): Promise<void> => {
    process.exitCode ||= exitCode;
    stopped ??= closeAll(opened, (error) => log.error({ err: error }, 'something did not close')).then(() =>
      process.exit(),
    );
    setTimeout(() => process.exit(1), STOP_MS).unref();
    return stopped;
  };
  const fail = (error: unknown): void => {
    process.stderr.write(`${explain(error)}\n`);
    void stop(1);
  };

  process.once('uncaughtException', (error) => fail(error));
  process.once('unhandledRejection', (error) => fail(error));
  onStopSignals({ stop: () => void stop(0), force: () => process.exit(130) });

  try {
    const config = await resolvePort(readConfig(process.env));
    if (config.logLevel !== undefined) log.level = config.logLevel;
    for (const sentence of config.warnings) process.stderr.write(`${sentence}\n`);
    const clock = systemClock(config);
    ensureDataDir(config.dataDir);
    const lock = lockDataDir(config.dataDir);
    opened.push(() => lock.release());
    refuseHalfRestored(config.dataDir);

    // Reading the program takes this process about as long as another one takes to prepare the database: they go on together.
    const { promise: reading, resolve: begun } = Promise.withResolvers<{ compose: typeof compose }>();
    const [database, program] = await Promise.all([
      openDatabase(config, log, fail, () => begun(import('./compose.ts'))).then((each) => {
        opened.push(() => each.stop());
        return each;
      }),
      reading,
      clientReady,
    ]);
    const seal = createSeal(sealKey(config));
    // The powerful logins have done their work, and nothing that answers requests gets to see them.
    delete process.env['DATABASE_URL'];
    delete process.env['DATABASE_OWNER_URL'];
    delete process.env['SECRETS_KEY'];

    const app = await program.compose({ config: withoutDatabaseLogins(config), database, clock, log, seal });
    opened.push(() => app.close());
    if (stopped) return;
    await app.listen().catch((error: unknown) => {
      throw listenSentence(error, config);
    });

    process.stdout.write(`\nClearbook is ready at ${config.publicUrl}\n`);
    if (app.firstAdmin) printFirstAdmin(app.firstAdmin, config.dataDir);
  } catch (error) {
    fail(error);
  }
}

function listenSentence(error: unknown, { port, host }: Config): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return new PlainError(`Port ${port} on ${host} is in use: set PORT to another one.`);
  if (code === 'EACCES')
    return new PlainError(`Port ${port} needs more rights than this user has: set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new PlainError(`HOST ${host} is no address of this machine: set HOST to one that is.`);
  }
  return error;
}

/** PORT=0 asks for any free port; links and allowed origins need to know it before anything listens. */
async function resolvePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw listenSentence(error, config);
  });
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return withPort(config, port);
}

async function closeAll(opened: (() => Promise<void> | void)[], onError: (error: unknown) => void): Promise<void> {
  for (const close of opened.toReversed()) {
    try {
      await close();
    } catch (error) {
      onError(error);
    }
  }
}

if (import.meta.main) await main();
