import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startProcess } from '../apps/api/test/process.ts';
import { killGroup, npmStarts } from './npm-start-harness.ts';

describe('npm start', () => {
  const npm = npmStarts();

  it.each([
    ['Ctrl-C at the terminal (every process of the group)', (pid: number) => killGroup(pid, 'SIGINT')],
    ['SIGTERM to npm alone', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['SIGINT to npm alone', (pid: number) => process.kill(pid, 'SIGINT')],
    ['kill -9 of npm alone', (pid: number) => process.kill(pid, 'SIGKILL')],
    ['kill -9 of every process of the group', (pid: number) => killGroup(pid, 'SIGKILL')],
  ])('[O9] %s leaves no process behind', async (_name, stop) => {
    const running = npm.start();
    await npm.ready(running);
    stop(running.child.pid ?? 0);
    await npm.nothingLeft();
  });

  it('[O14] a bad value is one sentence and exit code 1, without a stack', async () => {
    const running = npm.start({ PORT: 'many' });
    expect(await running.ended()).toBe(1);
    expect(running.output()).toContain('PORT must be a port number between 0 and 65535.');
    expect(running.output()).not.toMatch(/\n\s+at /);
  });

  it('[O14] a port that is taken is one sentence', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const running = npm.start({ PORT: String(port) });
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
    expect(running.output()).toMatch(/^There is no task "deploy": choose one of start, build, dev, test, /);
  });

  it('[O19] ends with the exit code of its task', async () => {
    const running = startProcess([process.execPath, 'scripts/run.mjs', 'staff'], { DATA_DIR: '/dev/null/x' });
    expect(await running.ended()).toBe(1);
    expect(running.output().trim()).toBe('Say whom to invite: npm run staff -- add EMAIL');
  });
});
