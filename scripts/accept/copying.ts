import { tool } from '../phases.ts';
import { command } from './command.ts';
import type { Result } from './row.ts';
import { tests, wholeOf } from './tested.ts';

export const title =
  '500 copiers of one trader: mirrored in a bounded number of commits, exposure never above allotment, no loop; a trader’s and a bot’s page equals a recount from the ledger';

export const after = [wholeOf('pg')];

export async function run(): Promise<Result> {
  const { output } = await command(
    tool('vitest/vitest.mjs', 'run', '--project', 'long', 'apps/api/src/features/traders/many-copies.pg.test.ts'),
  );
  const measured = /500 copies of one opening.+/.exec(output)?.[0] ?? 'not measured';
  const { ok, figures } = await tests('pg', [
    'apps/api/src/features/traders',
    'apps/api/src/features/bots',
    'apps/api/test/commit-copies.pg.test.ts',
  ]);
  return { ok: ok && measured !== 'not measured', figures: `${measured}; ${figures}` };
}
