import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup } from '../apps/api/src/platform/backup/backup.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { runCommand, takesAtMost } from './command.ts';

const KEY_WORDS = {
  elsewhere:
    'The key that opens its files and second factors is not in it: keep SECRETS_KEY, or the password in DATABASE_URL.\n',
  left_out:
    'The key that opens its files and second factors is not in it: keep a copy of DATA_DIR/secrets/seal in another place, or set BACKUP_PASSPHRASE to have it in the backup, sealed.\n',
  passphrase: 'The key that opens its files and second factors is in it, sealed with BACKUP_PASSPHRASE.\n',
};

/** `npm run backup [-- FOLDER]`: beside a running server or without one. */
await runCommand(async (config, log, args) => {
  takesAtMost(1, args, 'Say where to: npm run backup, or npm run backup -- FOLDER');
  const [given] = args;
  const now = systemClock(config).now();
  const name = now.toISOString().replace(/[:.]/g, '-');
  const target = given === undefined ? join(config.dataDir, 'backups', name) : resolve(given);
  const access = await openAsOperator(config, log);
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const owner = await access.connectOwner();
    try {
      const { tables, files, seal } = await backup({ owner, config, target, now });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      process.stdout.write(`Backup in ${target}: ${rows} rows in ${tables.length} tables, ${files.length} files.\n`);
      if (config.filesUrl !== undefined)
        process.stdout.write('The files in FILES_URL are not in it: back that bucket up by its own means.\n');
      if (seal) process.stdout.write(KEY_WORDS[seal.where]);
    } finally {
      await owner.end();
    }
  } finally {
    await access.close();
  }
});
