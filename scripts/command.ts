import type pg from 'pg';
import { readConfig } from '../apps/api/src/platform/config.ts';
import type { Config } from '../apps/api/src/platform/config.ts';
import { createLog } from '../apps/api/src/platform/log.ts';
import type { OperatorAccess } from '../apps/api/src/platform/database/operator.ts';
import type { Logger } from '../apps/api/src/platform/log.ts';
import { explain, PlainError } from '../apps/api/src/platform/plain-error.ts';

/** A query of tables that the database has not. */
const NO_SUCH_TABLE = '42P01';

/** Runs an operator's command with the server's configuration; a refusal is one plain sentence and exit code 1. */
export async function runCommand(
  command: (config: Config, log: Logger, args: string[]) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    await command(config, createLog({ level: config.logLevel ?? 'warn' }), process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Refuses what a command doesn't take: an option that it hasn't, such as --help, or more words than it reads. `usage` says what it takes. */
export function takesAtMost(most: number, args: readonly string[], usage: string): void {
  if (args.length > most || args.some((each) => each.startsWith('-'))) throw new PlainError(usage);
}

/** Runs what only reads, as the owner, in a session that cannot write. */
export async function readOnly(access: OperatorAccess, read: (reader: pg.Client) => Promise<void>): Promise<void> {
  const reader = await access.connectOwner();
  try {
    await reader.query('set default_transaction_read_only = on');
    await read(reader);
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_TABLE) throw error;
    throw new PlainError('This database has no books yet: start the server once, then run the command again.');
  } finally {
    await reader.end();
  }
}
