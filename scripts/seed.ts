import { DEMO_DESK, drawDemoProof, ensureDemoPerson } from '../apps/api/src/features/demo/index.ts';
import { fileStorage } from '../apps/api/src/adapters/files/index.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import type { Config } from '../apps/api/src/platform/config.ts';
import { createPool, readInstance } from '../apps/api/src/platform/database/index.ts';
import { openAsOperator, type OperatorAccess } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { FileStore } from '../apps/api/src/platform/files/index.ts';
import type { Logger } from '../apps/api/src/platform/log.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { tryLock } from '../apps/api/src/platform/locks.ts';
import { createSeal, holdSeal, sealKey } from '../apps/api/src/platform/seal.ts';
import { runCommand } from './command.ts';
import { scaleBooks, TRADES_A_USER } from './scale-books.ts';

const MOST_USERS = 1_000_000;

/** `npm run seed -- --scale N`: N users with ten trades each, for load tests; beside a running server or without one. */
await runCommand(async (config, log, args) => {
  const users = askedFor(args);
  if (config.mode === 'live') throw new PlainError('Live mode has no made-up users: seed a demo database.');
  const access = await openAsOperator(config, log);
  try {
    await fill(access, config, log, users);
  } finally {
    await access.close();
  }
});

async function fill(access: OperatorAccess, config: Config, log: Logger, users: number): Promise<void> {
  const appUrl = await prepare(access, config);
  const pool = createPool(appUrl, log, { max: 2 });
  const owner = await access.connectOwner();
  try {
    if (!(await tryLock(owner, 'scaleSeed')))
      throw new PlainError('Another seed is under way on this database: wait for its end.');
    const instance = await readInstance(pool);
    if (instance?.mode !== 'demo') throw new PlainError('This database is in live mode, which has no made-up users.');
    const now = systemClock(config).now();
    const staffId = await ensureDemoPerson(pool, DEMO_DESK, now);
    if (staffId === undefined) throw new PlainError(`${DEMO_DESK.email} belongs to somebody in this database.`);
    const seal = createSeal(sealKey(config));
    await holdSeal(pool, seal);
    const proofFile = await new FileStore(pool, fileStorage(config), seal).store(
      { ownerId: staffId, kind: 'proof', data: await drawDemoProof() },
      now,
    );
    const { seconds } = await scaleBooks(owner, {
      users,
      now,
      staffId,
      proofFile,
      onProgress: (done) => void (process.stdout.isTTY && process.stdout.write(`\r${done} of ${users} users`)),
    });
    process.stdout.write(
      `${process.stdout.isTTY ? '\r' : ''}Added ${users} users and ${users * TRADES_A_USER} trades in ${seconds.toFixed(1)} seconds.\n`,
    );
  } finally {
    await owner.end();
    await pool.end();
  }
}

/** Makes the schema current. A database that exists keeps its market, whatever this command's environment says. */
async function prepare({ logins, connectOwner }: OperatorAccess, config: Config): Promise<string> {
  const owner = await connectOwner();
  try {
    const { rows } = await owner.query<{ here: boolean }>("select to_regclass('app.instance') is not null as here");
    const stored = rows[0]?.here ? await readInstance(owner) : undefined;
    if (stored?.mode === 'live') throw new PlainError('This database is in live mode, which has no made-up users.');
    const instance = stored
      ? { mode: stored.mode, market: stored.marketSource, marketSeed: undefined }
      : { mode: config.mode, market: config.market, marketSeed: config.marketSeed };
    return (await runPrepare({ ...logins, instance })).appUrl;
  } finally {
    await owner.end();
  }
}

function askedFor([flag, count, ...more]: string[]): number {
  const users = flag === '--scale' && more.length === 0 && /^\d{1,7}$/.test(count ?? '') ? Number(count) : 0;
  if (users < 1 || users > MOST_USERS)
    throw new PlainError(`Say how many users: npm run seed -- --scale N, with N from 1 to ${MOST_USERS}.`);
  return users;
}
