import { buildClient } from '../build-client.ts';
import { ensureBrowser } from '../browser.ts';
import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import { reporting } from './reports.ts';
import type { Result } from './row.ts';

export const title =
  'The round trip by visible names on simulated and on replayed prices, recomputed to the cent; axe in both themes; no report of the CSP';

export const seconds = 240;
/** Shares of the files. */
export const parts = ['1/6', '2/6', '3/6', '4/6', '5/6', '6/6'];

export async function run(part: string): Promise<Result> {
  ensureBrowser();
  await buildClient();
  const args = ['run', '--project', 'e2e*', `--shard=${part}`];
  return resultOf(await command(tool('vitest/vitest.mjs', ...args), { E2E_IN_FULL: 'yes', ...reporting('journeys') }));
}
