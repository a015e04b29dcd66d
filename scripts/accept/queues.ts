import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'With 1,000,000 users and 5,000,000 trades two of the staff decide 200 deposits, 100 withdrawals and 50 verifications by keyboard, some refused with reasons, and ten proposals take both: median at most 2 s of the product’s time, books and notifications agree';
/** Books of five million trades are written before the hour of the staff, and counted after it. */
export const minutes = 120;
export const seconds = 3_000;
export const alone = true;

/** The journey that is part of the tests, with everything it can have. */
export async function run(): Promise<Result> {
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'e2e*', 'e2e/queues.test.ts'), {
    QUEUES: 'whole',
  });
  const said = /^(\d+ decisions by keyboard .+)$/m.exec(ran.output)?.[1];
  const { ok, figures } = resultOf(ran);
  return { ok: ok && said !== undefined, figures: said ?? figures };
}
