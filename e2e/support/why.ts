import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';
import { logs } from './site.ts';

type Ended = { name: string; result?: { state?: string } | undefined };

const FOLDER = join(tmpdir(), 'clearbook-journeys');
const LAST_LINES = 20;
const told = new WeakSet<Ended>();

afterEach(({ task }) => tellsWhy(task));

/** Of a test that failed: a picture of every page, and the servers' last words. Once; whoever closes pages before says so first. */
export async function tellsWhy(task: Ended): Promise<void> {
  if (task.result?.state !== 'fail' || told.has(task)) return;
  told.add(task);
  for (const [i, page] of openPages().entries()) {
    const path = join(FOLDER, `${task.name.replaceAll(/\W+/g, '-')}-${i + 1}.png`);
    await page.screenshot({ path });
    process.stdout.write(`${page.url()} looked like ${path}\n`);
  }
  for (const log of logs())
    process.stdout.write(`A server's last words:\n${log.split('\n').slice(-LAST_LINES).join('\n')}\n`);
}
