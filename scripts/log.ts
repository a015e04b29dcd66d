import { openLogSigner } from '../apps/api/src/adapters/log-signer/index.ts';
import { LogKeys, originOf } from '../apps/api/src/features/transparency/index.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import { createPool } from '../apps/api/src/platform/database/index.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { createSeal, refuseOtherSeal, sealKey } from '../apps/api/src/platform/seal.ts';
import { runCommand, takesAtMost } from './command.ts';

/** `npm run log -- rotate [at-once]`: a new key for the transparency log, beside a running server or without one. */
await runCommand(async (config, log, args) => {
  const usage =
    'Say what to do: npm run log -- rotate, or npm run log -- rotate at-once where the former key is in the wrong hands';
  takesAtMost(2, args, usage);
  const [verb, when] = args;
  if (verb !== 'rotate' || (when !== undefined && when !== 'at-once')) throw new PlainError(usage);
  const access = await openAsOperator(config, log);
  try {
    const instance = { mode: config.mode, market: config.market, marketSeed: config.marketSeed };
    const { appUrl } = await runPrepare({ ...access.logins, instance });
    const pool = createPool(appUrl, log, { max: 2 });
    try {
      const seal = createSeal(sealKey(config));
      const outside = openLogSigner(config);
      // A key of our own that is sealed under another one could be opened by nobody.
      if (outside === undefined) await refuseOtherSeal(pool, seal);
      const keys = new LogKeys({ pool, seal, log, origin: originOf(config.publicUrl), outside });
      const vkey = await keys.rotate(systemClock(config).now(), { atOnce: when === 'at-once' });
      process.stdout.write(
        `The log is signed with a new key from now on. Publish it where the former one is published, and give it to every witness:\n${vkey}\n`,
      );
    } finally {
      await pool.end();
    }
  } finally {
    await access.close();
  }
});
