import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endAll, runApart } from './apart.ts';

const run = (script: string, limitMs: number) => runApart(process.execPath, ['-e', script], limitMs);

const folder = mkdtempSync(join(tmpdir(), 'clearbook-apart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A row that starts a server, and the file in which it says who both are once the server runs. */
function withServer(
  name: string,
  then: string,
  detached = false,
): { script: string; started: () => Promise<[row: number, server: number]> } {
  const file = join(folder, name);
  const server = "process.on('SIGTERM', () => process.exit()); process.stdout.write('up'); setInterval(() => 0, 1_000)";
  return {
    script: `const server = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { detached: ${detached} });
      server.stdout.once('data', () => {
        require('node:fs').writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + server.pid);
        ${then}
      });`,
    started: async () => {
      const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
      await expect.poll(read, { timeout: 20_000, interval: 20 }).toMatch(/^\d+ \d+$/);
      const [row = 0, its = 0] = read().split(' ').map(Number);
      return [row, its];
    },
  };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a row of npm run accept', () => {
  it('[O75] tells what it found', async () => {
    expect(await run("process.send({ ok: true, figures: '3 of 3' })", 30_000)).toEqual({ ok: true, figures: '3 of 3' });
  });

  it('[O75] that does not end is ended in its time, and says how far it came', async () => {
    const { ok, figures } = await run("process.stderr.write('seed 1\\n'); setInterval(() => 0, 1_000)", 1_500);
    expect(ok).toBe(false);
    expect(figures).toBe('stopped: not finished after 1.5 s; last it said: seed 1');
  });

  it('[O75] that breaks off fails', async () => {
    expect(await run('process.exit(3)', 30_000)).toEqual({ ok: false, figures: 'stopped: ended without a result (3)' });
  });

  it('[O75] that breaks off leaves no server of its behind', async () => {
    const { script, started } = withServer('broken', "process.kill(process.pid, 'SIGKILL')");
    const { figures } = await run(script, 30_000);
    expect(figures).toMatch(/^stopped: ended without a result \(SIGKILL\)/);
    const [, server] = await started();
    expect(isThere(server)).toBe(false);
  });

  it.each([
    ['in its group', false],
    ['in a group of its own', true],
  ])('[O75] ends with its server %s where all are told to end, even one that is suspended', async (where, detached) => {
    const { script, started } = withServer(where, '', detached);
    const row = run(script, 60_000);
    const both = await started();
    for (const pid of both) process.kill(pid, 'SIGSTOP');
    await endAll();
    expect((await row).figures).toMatch(/^stopped: ended without a result \(SIGTERM\)/);
    expect(both.map(isThere)).toEqual([false, false]);
  });
});
