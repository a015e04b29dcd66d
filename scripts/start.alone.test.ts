import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { npmStarts } from './npm-start-harness.ts';

describe('npm start', () => {
  const npm = npmStarts();

  it('[O18] reaches a working page, tells where the first password is, and is ready within 5 s the second time', async () => {
    const first = npm.start();
    const url = await npm.ready(first);
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
    const second = npm.start();
    await npm.ready(second);
    expect(performance.now() - beganAt).toBeLessThan(5_000);
    expect(second.output()).not.toContain('password');
  });
});
