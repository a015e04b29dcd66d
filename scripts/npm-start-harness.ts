import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { processesIn, startProcess, waitFor } from '../apps/api/test/process.ts';
import type { Running } from '../apps/api/test/process.ts';
import { buildClient } from './build-client.ts';

export type NpmStart = {
  /** `npm start` as the leader of a group of its own, on the folder of these tests and any free port. */
  start(env?: Record<string, string>): Running;
  /** Waits until it is ready; its address. */
  ready(running: Running): Promise<string>;
  /** Waits until no process names that folder in its command line or works in it. */
  nothingLeft(): Promise<void>;
};

/**
 * For the tests of one `describe`: they share a folder, so that the first makes the database and the others begin as it left it, and
 * whatever a test started is gone afterwards.
 */
export function npmStarts(): NpmStart {
  let dataDir: string;
  let started: Running[] = [];
  const nothingLeft = (): Promise<void> =>
    waitFor(
      () => processesIn(dataDir).length === 0,
      'every process to end',
      () => processesIn(dataDir).join('\n'),
    );
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'clearbook-npm-'));
    await buildClient();
  });
  afterEach(async () => {
    for (const { child } of started) killGroup(child.pid, 'SIGKILL');
    started = [];
    await nothingLeft();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  return {
    start: (env = {}) => {
      const running = startProcess(['npm', 'start'], { DATA_DIR: dataDir, PORT: '0', ...env }, { detached: true });
      started.push(running);
      return running;
    },
    ready: async (running) => (await running.says(/ready at (http\S+)/))[1] ?? '',
    nothingLeft,
  };
}

/** Every process of a group, as a terminal does it. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
