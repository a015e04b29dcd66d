import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'two people change the configuration ten times under 200 orders a second in two processes: in effect in both within one second, and no order is decided by a mix of old and new';
export const seconds = 40;
export const alone = true;

const MOST_MS = 1_000;
/** What is sent in a second, less what the clock of a busy machine loses. */
const FEWEST_A_SECOND = 190;

export async function run(): Promise<Result> {
  const file = 'apps/api/src/features/configuration/load.pg.test.ts';
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'long', file));
  const { ok, figures } = resultOf(ran);
  const measured = /^configuration under load: .+?(\d+) a second; .+ (\d+) ms, (\d+) orders/m.exec(ran.output);
  const held =
    measured !== null && Number(measured[1]) >= FEWEST_A_SECOND && Number(measured[2]) < MOST_MS && measured[3] === '0';
  return { ok: ok && held, figures: measured?.[0] ?? figures };
}
