import { readConfig } from '../apps/api/src/platform/config.ts';
import type { Config } from '../apps/api/src/platform/config.ts';
import { createLog } from '../apps/api/src/platform/log.ts';
import type { Logger } from '../apps/api/src/platform/log.ts';
import { explain, PlainError } from '../apps/api/src/platform/plain-error.ts';

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
