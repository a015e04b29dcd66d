import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { conformanceRows, testFiles } from './conformance.ts';

it('[O50] every row of the conformance table is held by a departure or by tests that exist', () => {
  const rows = conformanceRows();
  expect(rows.length).toBeGreaterThan(200);
  const sources = testFiles().map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  // Between quotes, so that no comment and no longer name passes for the test.
  const exists = (name: string): boolean =>
    sources.some((source) => ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`)));
  const broken = rows.flatMap(({ number, departure, tests }) => {
    if (departure === undefined && tests.length === 0) return [`${number}: held by nothing`];
    return tests.filter((name) => !exists(name)).map((name) => `${number}: no test “${name}”`);
  });
  expect(broken).toEqual([]);
});

it('[O50] no number of the table stands twice', () => {
  const numbers = conformanceRows().map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});
