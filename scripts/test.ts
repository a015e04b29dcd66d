import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { buildClient } from './build-client.ts';
import { checks } from './check.ts';
import { ROOT, runPhases, tool } from './phases.ts';
import { explain } from '../apps/api/src/platform/plain-error.ts';

/**
 * `npm test`: types, lint, every suite, then the browser journeys but for those that sweep over every page, which `.ci/run` and
 * `npm run accept` take. Arguments go to vitest instead: `npm test -- --project unit money`.
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
    vitest('unit tests and tests on PostgreSQL', '--project', 'unit', '--project', 'pg'),
    vitest('whole processes: start, stop, kill, backup', '--project', 'start', '--project', 'alone'),
  ];
  if (!hasJourneys()) return runPhases(suites);
  // Before the long part, so that a machine without a browser says so at once.
  ensureBrowser();
  await buildClient();
  return runPhases([
    ...suites,
    vitest(
      'journeys in a browser; left out of this sample: conformance, layout, hostile text (npm test -- --project e2e-sweeps)',
      '--project',
      'e2e',
    ),
  ]);
}

function vitest(name: string, ...args: string[]): { name: string; command: string[] } {
  return { name, command: tool('vitest/vitest.mjs', 'run', ...args) };
}

function hasJourneys(): boolean {
  return readdirSync(join(ROOT, 'e2e'), { recursive: true }).some((name) => String(name).endsWith('.test.ts'));
}
