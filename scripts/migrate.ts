import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { runCommand, takesAtMost } from './command.ts';

/** `npm run migrate`: brings the schema up to date without starting the server. */
await runCommand(async (config, log, args) => {
  takesAtMost(0, args, 'It takes nothing: npm run migrate');
  const access = await openAsOperator(config, log);
  try {
    const instance = { mode: config.mode, market: config.market, marketSeed: config.marketSeed };
    const { applied } = await runPrepare({ ...access.logins, instance });
    process.stdout.write(
      applied.length === 0 ? 'The schema is up to date.\n' : `Migrations that ran: ${applied.join(', ')}.\n`,
    );
  } finally {
    await access.close();
  }
});
