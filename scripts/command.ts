import { readConfig } from '../apps/api/src/platform/config.ts';
import type { Config } from '../apps/api/src/platform/config.ts';
import { createLog } from '../apps/api/src/platform/log.ts';
import type { Logger } from '../apps/api/src/platform/log.ts';
import { explain } from '../apps/api/src/platform/plain-error.ts';

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
