import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PLANTED = fileURLToPath(new URL('planted', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

it.each(readdirSync(PLANTED).filter((name) => name.endsWith('.patch')))(
  '[L2] a planted mistake can still be planted: %s',
  (patch) => {
    const { stderr } = spawnSync('git', ['apply', '--check', '-C1', `${PLANTED}/${patch}`], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  },
);
