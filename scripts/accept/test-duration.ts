import { command, firstFailure, lastLines } from './command.ts';
import { reporting } from './reports.ts';
import type { Result } from './row.ts';

export const title = 'npm test passes in at most 10 minutes on two cores';

export const seconds = 350;
export const alone = true;

const LIMIT_SECONDS = 10 * 60;

export async function run(): Promise<Result> {
  const ran = await command(['npm', 'test'], reporting('test-duration'));
  const minutes = `${(ran.seconds / 60).toFixed(1)} min`;
  return {
    ok: ran.code === 0 && ran.seconds <= LIMIT_SECONDS,
    figures: ran.code === 0 ? minutes : `${minutes}; ${firstFailure(ran) ?? lastLines(ran, 6)}`,
  };
}
