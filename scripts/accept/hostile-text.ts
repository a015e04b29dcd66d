import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { ROOT, tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'Hostile text in every field that a client can fill, then every Manage page in Chromium: no script runs, no report of the CSP, nothing breaks the layout; no third-party request';
export const minutes = 240;
export const seconds = 900;

/** Every line of every file, where the test of each run takes a sample. */
export async function run(): Promise<Result> {
  ensureBrowser();
  await buildClient();
  const args = ['run', '--project', 'e2e-rest', 'e2e/hostile-text.test.ts'];
  const ran = await command(tool('vitest/vitest.mjs', ...args), { HOSTILE_TEXTS: 'all' }, ROOT);
  const { ok, figures } = resultOf(ran);
  const counted = /^.*hostile texts in .*$/m.exec(ran.output)?.[0]?.trim() ?? 'nothing was sent';
  return { ok, figures: `${counted} Tests: ${figures}` };
}
