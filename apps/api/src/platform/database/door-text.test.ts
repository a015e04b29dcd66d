import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { numbered, readDoor } from './door-text.ts';
import { doorFiles } from './doors.ts';

it('[O53] a door that is changed gets a higher version, one that is not keeps its own', () => {
  const first = numbered('create or replace function x() …\n');
  expect(readDoor(first)).toEqual({ version: 1, current: true, body: 'create or replace function x() …\n' });
  expect(numbered(first)).toBe(first);
  const edited = first.replace('x()', 'y()');
  expect(readDoor(edited).current).toBe(false);
  expect(readDoor(numbered(edited)).version).toBe(2);
});

it('[O53] every door carries the version of its text', () => {
  for (const file of doorFiles()) expect(readDoor(readFileSync(file, 'utf8')).current, file).toBe(true);
});
