import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('[O54] advisory locks are taken in one place, each has a name and a number of its own', () => {
  const places = ['apps/api/src', 'scripts', 'sim', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file))
      .filter((file) => /pg_(?:try_)?advisory/.test(readFileSync(join(ROOT, file), 'utf8'))),
  );
  expect(places).toEqual(['apps/api/src/platform/locks.ts']);
  const numbers = [...readFileSync(join(ROOT, places[0] ?? ''), 'utf8').matchAll(/^ {2}\w+: ([\d_]+),$/gm)];
  expect(numbers.length).toBeGreaterThan(9);
  expect(new Set(numbers.map(([, number]) => number)).size).toBe(numbers.length);
});
