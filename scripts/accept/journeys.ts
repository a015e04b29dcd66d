import { buildClient } from '../build-client.ts';
import { ensureBrowser } from '../browser.ts';
import { tests } from './command.ts';

export const title =
  'The round trip by visible names on simulated and on replayed prices, recomputed to the cent; axe in both themes; no report of the CSP';

export async function run() {
  ensureBrowser();
  await buildClient();
  return tests('--project', 'e2e*');
}
