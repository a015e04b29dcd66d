import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  '200 dividends and 20 splits across longs, shorts, copies and orders that wait, with fractions of a share and of a cent, booked by two processes: every booking and balance computed again by separate code, to the cent; a split changes no result';

export async function run(): Promise<Result> {
  const file = 'apps/api/test/actions-recomputed.pg.test.ts';
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'long', file), { RECOMPUTED_ACTIONS: 'all' });
  const { ok, figures } = resultOf(ran);
  const measured = /^actions recomputed: .+$/m.exec(ran.output)?.[0];
  return { ok: ok && measured !== undefined, figures: measured ?? figures };
}
