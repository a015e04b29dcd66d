import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

it('[O74] no test of pure code has a time limit of its own: a slow machine fails none of them', () => {
  const tests = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !name.includes('node_modules'),
  );
  expect(tests.length).toBeGreaterThan(20);
  // In milliseconds: the last argument of a test, or among its options.
  const limited = tests.filter((name) =>
    /\},\s+[\d_]{4,},?\s*\);|timeout: \d/.test(readFileSync(join(PACKAGES, name), 'utf8')),
  );
  expect(limited).toEqual([]);
});
