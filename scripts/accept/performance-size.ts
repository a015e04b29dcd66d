import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'The performance screen of a client with 100,000 closed trades is answered by the API within a second: figures, a page of trades and the gains of a year';
export const seconds = 120;
export const alone = true;

export async function run(): Promise<Result> {
  const ran = await command(
    tool('vitest/vitest.mjs', 'run', '--project', 'pg', 'apps/api/src/features/performance/size.pg.test.ts'),
    { PERFORMANCE_TRADES: '100000' },
  );
  const { ok, figures } = resultOf(ran);
  const measured = /^performance of .+$/m.exec(ran.output)?.[0];
  return { ok: ok && measured !== undefined, figures: `${measured ?? 'nothing was measured'}; ${figures}` };
}
