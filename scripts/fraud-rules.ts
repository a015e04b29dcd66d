import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { instantsOf, day } from '@clearbook/contracts/common';
import { openFraudRules, rulesInFile } from '../apps/api/src/adapters/fraud-rules/index.ts';
import { dryRun, type RuleRun } from '../apps/api/src/features/fraud/index.ts';
import { systemClock } from '../apps/api/src/platform/clock.ts';
import type { Config } from '../apps/api/src/platform/config.ts';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { readOnly, runCommand } from './command.ts';

const USAGE =
  'Say since when: npm run fraud-rules -- --file RULES.json --since 2026-01-01 [--until 2026-06-30] [--json]. Without --file it takes that of FRAUD_RULES.';

/**
 * `npm run fraud-rules`: what rules would have marked in the past, before anybody works with them. Beside a running server or without one, in a session
 * that cannot write.
 */
await runCommand(async (config, log, args) => {
  const { rules, since, until, json } = asked(args, config);
  const { from, before } = instantsOf({ after: since, until });
  if (from === null || before === null || from >= before) throw new PlainError(`--until is before --since. ${USAGE}`);
  const access = await openAsOperator(config, log);
  try {
    await readOnly(access, async (reader) => {
      const runs = await dryRun(reader, rules, { from, before });
      process.stdout.write(
        json ? `${JSON.stringify({ since, until, rules: runs }, null, 2)}\n` : told(since, until, runs),
      );
    });
  } finally {
    await access.close();
  }
});

function asked(args: string[], config: Config) {
  const { file, since, until = today(config), json = false } = valuesOf(args);
  if (since === undefined || ![since, until].every((each) => day.safeParse(each).success)) throw new PlainError(USAGE);
  const rules = file === undefined ? openFraudRules(config) : rulesInFile(resolve(file));
  if (rules.length === 0) throw new PlainError(`Name a file of rules with --file, or in FRAUD_RULES. ${USAGE}`);
  return { rules, since, until, json };
}

function valuesOf(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args, options: { file: text, since: text, until: text, json: { type: 'boolean' } } }).values;
  } catch {
    throw new PlainError(USAGE);
  }
}

function today(config: Config): string {
  return systemClock(config).now().toISOString().slice(0, 10);
}

function told(since: string, until: string, runs: readonly RuleRun[]): string {
  const parts = runs.map(({ name, about, severity, ...counts }) =>
    [
      `${name} (${about}, ${severity})`,
      `  Would have marked ${counts.flagged} of ${counts.records} ${about}s: ${counts.approved} were approved, ${counts.rejected} rejected, ${counts.other} neither.`,
      ...counts.ids.map((id) => `  ${id}`),
      ...(counts.flagged > counts.ids.length ? [`  and ${counts.flagged - counts.ids.length} more`] : []),
    ].join('\n'),
  );
  return `${[`What was asked for from ${since} to ${until}, in UTC. Nothing was changed.`, ...parts].join('\n\n')}\n`;
}
