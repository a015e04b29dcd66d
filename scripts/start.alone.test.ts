import { readFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesIn, startProcess, waitFor } from '../apps/api/test/process.ts';
import type { Running } from '../apps/api/test/process.ts';
import { buildClient } from './build-client.ts';

describe('npm start', () => {
  let dataDir: string;
  let started: Running[];
  const npmStart = (env: Record<string, string> = {}): Running => {
    const running = startProcess(['npm', 'start'], { DATA_DIR: dataDir, PORT: '0', ...env }, { detached: true });
    started.push(running);
    return running;
  };
  const ready = async (running: Running): Promise<string> => (await running.says(/ready at (http\S+)/))[1] ?? '';

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'clearbook-npm-'));
    started = [];
    await buildClient();
  });
  afterEach(async () => {
    for (const { child } of started) killGroup(child.pid, 'SIGKILL');
    await waitFor(
      () => processesIn(dataDir).length === 0,
      'every process of the test to end',
      () => processesIn(dataDir).join('\n'),
    );
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('[O18] reaches a working page, tells where the first password is, and is ready within 5 s the second time', async () => {
    const first = npmStart();
    const url = await ready(first);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
    const { 1: path = '' } = await first.says(/password are in (\S+)/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2);
    first.child.kill('SIGTERM');
    await first.ended();

    const beganAt = performance.now();
    const second = npmStart();
    await ready(second);
    expect(performance.now() - beganAt).toBeLessThan(5_000);
    expect(second.output()).not.toContain('password');
  });

  it.each([
    ['Ctrl-C at the terminal (every process of the group)', (pid: number) => killGroup(pid, 'SIGINT')],
    ['SIGTERM to npm alone', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['SIGINT to npm alone', (pid: number) => process.kill(pid, 'SIGINT')],
    ['kill -9 of npm alone', (pid: number) => process.kill(pid, 'SIGKILL')],
    ['kill -9 of every process of the group', (pid: number) => killGroup(pid, 'SIGKILL')],
  ])('[O9] %s leaves no process behind', async (_name, stop) => {
    const running = npmStart();
    await ready(running);
    stop(running.child.pid ?? 0);
    await waitFor(
      () => processesIn(dataDir).length === 0,
      'every process to end',
      () => processesIn(dataDir).join('\n'),
    );
  });

  it('[O14] a bad value is one sentence and exit code 1, without a stack', async () => {
    const running = npmStart({ PORT: 'many' });
    expect(await running.ended()).toBe(1);
    expect(running.output()).toContain('PORT must be a port number between 0 and 65535.');
    expect(running.output()).not.toMatch(/\n\s+at /);
  });

  it('[O14] a port that is taken is one sentence', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const running = npmStart({ PORT: String(port) });
    expect(await running.ended()).toBe(1);
    squatter.close();
    expect(running.output()).toContain(`Port ${port} on 127.0.0.1 is in use: set PORT to another one.`);
    expect(running.output()).not.toMatch(/\n\s+at /);
  });
});

describe('run.mjs', () => {
  it('[O19] runs every task on the pinned Node', () => {
    expect(process.version).toBe('v24.21.0');
  });

  it('[O19] says which tasks there are', async () => {
    const running = startProcess([process.execPath, 'scripts/run.mjs', 'deploy'], {});
    expect(await running.ended()).toBe(1);
    expect(running.output()).toMatch(/^There is no task "deploy": choose one of start, dev, test, /);
  });

  it('[O19] ends with the exit code of its task', async () => {
    const running = startProcess([process.execPath, 'scripts/run.mjs', 'staff'], { DATA_DIR: '/dev/null/x' });
    expect(await running.ended()).toBe(1);
    expect(running.output().trim()).toBe('Say whom to invite: npm run staff -- add EMAIL');
  });
});

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
