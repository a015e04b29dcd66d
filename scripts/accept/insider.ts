import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';
import { tool } from '../phases.ts';

export const title =
  'An insider’s hour: one administrator with every right, alone on a live site for a hundred days, against every route of staff';
export const seconds = 50;

/** In full the days are many, so that what adds up by the day or in any 90 days does; the tests have three of them. */
export async function run(): Promise<Result> {
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'long', 'apps/api/test/insider.pg.test.ts'), {
    INSIDER_DAYS: 'all',
  });
  const said = /^sample of "an insider’s hour": (.+)$/m.exec(ran.output)?.[1];
  const { ok, figures } = resultOf(ran);
  return { ok: ok && said !== undefined, figures: said ?? figures };
}
