import { ensureBrowser } from '../../scripts/browser.ts';
import { buildClient } from '../../scripts/build-client.ts';

/** Before the journeys: a browser to drive, and the client's newest build for the servers to hand out. */
export default async function setup(): Promise<void> {
  ensureBrowser();
  await buildClient();
}
