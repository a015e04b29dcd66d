import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup } from '../apps/api/src/platform/backup/backup.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { SEAL_FILE } from '../apps/api/src/platform/seal.ts';
import { runCommand } from './command.ts';

/** `npm run backup [-- FOLDER]`: beside a running server or without one. */
await runCommand(async (config, log, [given]) => {
  const now = systemClock(config).now();
  const name = now.toISOString().replace(/[:.]/g, '-');
  const target = given === undefined ? join(config.dataDir, 'backups', name) : resolve(given);
  const access = await openAsOperator(config, log);
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const owner = await access.connectOwner();
    try {
      const { tables, files } = await backup({ owner, dataDir: config.dataDir, target, now });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      process.stdout.write(`Backup in ${target}: ${rows} rows in ${tables.length} tables, ${files.length} files.\n`);
      if (config.filesUrl !== undefined)
        process.stdout.write('The files in FILES_URL are not in it: back that bucket up by its own means.\n');
      // Where SECRETS_KEY is set, a file that is left from before it opens nothing.
      if (config.secretsKey !== undefined || !files.some(({ path }) => path === SEAL_FILE))
        process.stdout.write(
          'The key that opens its files and second factors is not in it: keep SECRETS_KEY, or the password in DATABASE_URL.\n',
        );
    } finally {
      await owner.end();
    }
  } finally {
    await access.close();
  }
});
