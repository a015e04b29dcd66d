import { addStaff } from '../apps/api/src/features/sessions/index.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import { createPool } from '../apps/api/src/platform/database/index.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { runCommand } from './command.ts';

/** `npm run staff -- add EMAIL`: invites a member of staff, beside a running server or without one. */
await runCommand(async (config, log, [verb, email]) => {
  if (verb !== 'add' || email === undefined) throw new PlainError('Say whom to invite: npm run staff -- add EMAIL');
  const access = await openAsOperator(config, log);
  try {
    const instance = { mode: config.mode, market: config.market, marketSeed: config.marketSeed };
    const { appUrl } = await runPrepare({ ...access.logins, instance });
    const pool = createPool(appUrl, log, { max: 1 });
    try {
      const link = await addStaff(pool, email, systemClock(config).now(), config.publicUrl);
      process.stdout.write(`Invited ${email}. The link works once, for 24 hours, and is mailed as well:\n${link}\n`);
    } finally {
      await pool.end();
    }
  } finally {
    await access.close();
  }
});
