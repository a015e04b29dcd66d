import { addStaff } from '../apps/api/src/features/sessions/index.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { runCommand, takesAtMost } from './command.ts';

/** `npm run staff -- add EMAIL`: invites a member of staff, beside a running server or without one. */
await runCommand(async (config, log, args) => {
  const usage = 'Say whom to invite: npm run staff -- add EMAIL';
  takesAtMost(2, args, usage);
  const [verb, email] = args;
  if (verb !== 'add' || email === undefined) throw new PlainError(usage);
  const access = await openAsOperator(config, log);
  try {
    const instance = { mode: config.mode, market: config.market, marketSeed: config.marketSeed };
    await runPrepare({ ...access.logins, instance });
    const pool = access.ownerPool();
    try {
      const { rows } = await pool.query<{ may: boolean }>(
        "select has_function_privilege('ledger.open_staff(uuid)', 'execute') as may",
      );
      if (!rows[0]?.may)
        throw new PlainError("Staff are let in by the database's owner: set DATABASE_OWNER_URL to the owner's login.");
      const link = await addStaff(pool, email, systemClock(config).now(), config.publicUrl);
      process.stdout.write(`Invited ${email}. The link works once, for 24 hours, and is mailed as well:\n${link}\n`);
    } finally {
      await pool.end();
    }
  } finally {
    await access.close();
  }
});
