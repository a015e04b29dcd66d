import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'The archive of a client with 10,000 entries of every kind is made in at most 30 seconds, and verified by the command in at most 10';
export const seconds = 240;
export const alone = true;

export async function run(): Promise<Result> {
  const ran = await command(
    tool('vitest/vitest.mjs', 'run', '--project', 'long', 'apps/api/src/features/archives/size.pg.test.ts'),
    { ARCHIVE_ENTRIES: '10000' },
  );
  const { ok, figures } = resultOf(ran);
  const measured = /^archive of .+$/m.exec(ran.output)?.[0];
  return { ok: ok && measured !== undefined, figures: `${measured ?? 'nothing was measured'}; ${figures}` };
}
