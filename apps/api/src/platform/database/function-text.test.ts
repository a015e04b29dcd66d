import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { numbered, readFunction } from './function-text.ts';
import { functionFiles } from './ledger-functions.ts';

it('[O53] a ledger function that is changed gets a higher version, one that is not keeps its own', () => {
  const first = numbered('create or replace function x() …\n');
  expect(readFunction(first)).toEqual({ version: 1, current: true, body: 'create or replace function x() …\n' });
  expect(numbered(first)).toBe(first);
  const edited = first.replace('x()', 'y()');
  expect(readFunction(edited).current).toBe(false);
  expect(readFunction(numbered(edited)).version).toBe(2);
});

it('[O53] every ledger function carries the version of its text', () => {
  for (const file of functionFiles()) expect(readFunction(readFileSync(file, 'utf8')).current, file).toBe(true);
});

it('[O86] what a statement of a commit looks up behind an `or` is one row by its key: `exists` there may be planned as a reading of the whole table', () => {
  for (const file of functionFiles()) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\bor (not )?exists \(/);
});
