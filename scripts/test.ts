import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { buildClient } from './build-client.ts';
import { checks } from './check.ts';
import { ROOT, runPhases, tool } from './phases.ts';
import { explain } from '../apps/api/src/platform/plain-error.ts';

const LEFT_OUT = `
Left out here, and run by .ci/run:
  npm test -- --project long        tampering, an insider’s hour, witnesses and faults of the log, falsified archives, live feeds, lost notifications,
                                    demo data and books of load tests, recomputed orders, large tables, bots, signals, the simulator
  npm test -- --project start-rest  kill drills, live prices, seeding, backup, Manage’s routes, how a given and the embedded database start
  npm test -- --project e2e-rest    the other journeys: every order of the ticket, money in and out, the keyboard, conformance, layout,
                                    accessibility, hostile text
  npm run api                       the API’s linters and clients
In full: npm run accept.
`;

/** One worker more than cores: while one waits for PostgreSQL, another runs. A sixth quicker on two cores. */
const QUICK = ['--maxWorkers', String(availableParallelism() + 1)];

/**
 * `npm test`: types, lint, most unit tests and tests on PostgreSQL, a sample of whole processes and of browser journeys. What it leaves
 * out it says at its end; `.ci/run` and `npm run accept` take that too. Arguments go to vitest instead: `npm test -- --project unit money`.
 */
try {
  const given = process.argv.slice(2);
  process.exitCode = given.length > 0 ? await runPhases([vitest('chosen tests', ...given)]) : await everything();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

async function everything(): Promise<number> {
  const suites = [
    ...checks.typecheck,
    ...checks.lint,
    vitest('unit tests and tests on PostgreSQL', ...QUICK, '--project', 'unit', '--project', 'pg'),
    vitest('whole processes: start, stop, kill, backup', '--project', 'start', '--project', 'alone'),
  ];
  if (!hasJourneys()) return runPhases(suites);
  // Before the long part, so that a machine without a browser says so right away.
  ensureBrowser();
  await buildClient();
  const exitCode = await runPhases([
    ...suites,
    vitest('journeys in a browser: a round trip of money and a trade, connection, security', '--project', 'e2e'),
  ]);
  process.stdout.write(LEFT_OUT);
  return exitCode;
}

function vitest(name: string, ...args: string[]): { name: string; command: string[] } {
  return { name, command: tool('vitest/vitest.mjs', 'run', ...args) };
}

function hasJourneys(): boolean {
  return readdirSync(join(ROOT, 'e2e'), { recursive: true }).some((name) => String(name).endsWith('.test.ts'));
}
