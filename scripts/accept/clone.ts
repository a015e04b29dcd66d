import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesIn, startProcess, waitFor } from '../../apps/api/test/process.ts';
import type { Running } from '../../apps/api/test/process.ts';
import { ROOT } from '../phases.ts';
import { command, lastLines } from './command.ts';

/** A clone of the last commit in a folder of its own, with nothing installed; gone afterwards. */
export async function withClone<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'clearbook-clone-'));
  const folder = join(parent, 'clearbook');
  try {
    const cloned = await command(['git', 'clone', '--quiet', '--no-local', ROOT, folder]);
    if (cloned.code !== 0) throw new Error(lastLines(cloned));
    return await use(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

export type Started = { running: Running; url: string; seconds: number };

/** Starts with this command line and waits for the sentence that it is ready. */
export async function start(line: string[], env: Record<string, string>): Promise<Started> {
  const beganAt = performance.now();
  const running = startProcess(line, env, { detached: true });
  const ended = running.ended();
  let over = false;
  void ended.then(() => (over = true));
  // The first start installs and builds: longer than the minute that tests wait.
  for (let waits = 0; !/ready at http/.test(running.output()) && !over && waits < 10; waits += 1) {
    await waitFor(() => over || /ready at http/.test(running.output()), 'the start').catch(() => undefined);
  }
  const url = /ready at (http\S+)/.exec(running.output())?.[1];
  if (url === undefined) throw new Error(`It did not start: ${running.output().slice(-1500)}`);
  return { running, url, seconds: (performance.now() - beganAt) / 1000 };
}

/** Stops it as Ctrl-C in a terminal does; what it left behind in this folder. */
export async function stop({ running }: Started, folder: string): Promise<string[]> {
  process.kill(-(running.child.pid ?? 0), 'SIGINT');
  await running.ended();
  await waitFor(() => processesIn(folder).length === 0, 'every process to end').catch(() => undefined);
  return processesIn(folder);
}
