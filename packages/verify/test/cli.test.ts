import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { sampleArchive } from './sample-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearbook-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));
const CLI = fileURLToPath(new URL('../bin/clearbook-verify.ts', import.meta.url));

function run(...given: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...given], { encoding: 'utf8' });
}

it('[U58] the command ends with 0 where all is in order, 1 where not, and 2 where nothing can be read', async () => {
  const sample = await sampleArchive();
  const path = join(folder, 'archive.zip');
  writeFileSync(path, sample.pack());
  const good = run(path, '--vkey', sample.vkey);
  expect(good.stderr).toBe('');
  expect(good.stdout).toContain('signed its 40 entries by a key that you trust');
  expect(good.stdout).toMatch(/\d+ checks, all in order\n$/);
  expect(good.status).toBe(0);

  Object.assign(sample.data['withdrawals']?.[0] ?? {}, { fee: '7.51' });
  writeFileSync(path, sample.pack());
  const bad = run(path);
  expect(bad.stdout).toMatch(/^FAILED Deposits, withdrawals, fees and corrections: /m);
  expect(bad.stdout).toContain('is 7.51; it should be 7.50 (differs by 0.01).');
  expect(bad.status).toBe(1);

  writeFileSync(path, 'hello');
  expect(run(path)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'This is neither an archive (a zip) nor a receipt (JSON).\n',
  });
  expect(run(join(folder, 'none.zip')).status).toBe(2);
  expect(run().status).toBe(2);
});
