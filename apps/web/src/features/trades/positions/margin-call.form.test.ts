import { expect, it } from 'vitest';
import { levelsFrom } from './margin-call.form.ts';

it('[J11] levels are read as people type them, and anything else is none', () => {
  expect(levelsFrom('150, 100')).toEqual([150, 100]);
  expect(levelsFrom(' 150%  100 % 100')).toEqual([150, 100]);
  expect(levelsFrom('')).toEqual([]);
  for (const wrong of ['50', '1001', '99.5', 'x', '-60', '60 70 80 90 100 110'])
    expect(levelsFrom(wrong), wrong).toBeNull();
});
