import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { ROOT, tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'Every route in every state (loading, empty, one, many, error, no permission, long text) at five widths in both themes, as pictures on one page; none scrolls sideways, cuts off a button, fails without a way on or shows a figure before its answer';
export const minutes = 240;
export const seconds = 1800;

/** The pictures stay in test-results/pictures, to be looked at. */
export async function run(): Promise<Result> {
  ensureBrowser();
  await buildClient();
  const args = ['run', '--project', 'e2e-rest', 'e2e/pictures.test.ts'];
  const ran = await command(tool('vitest/vitest.mjs', ...args), { PICTURES: 'all' }, ROOT);
  const { ok, figures } = resultOf(ran);
  const where = /^\d+ pictures are in .*$/m.exec(ran.output)?.[0] ?? 'no pictures';
  return { ok, figures: `${where}; tests: ${figures}` };
}
