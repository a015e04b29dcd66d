import { expect, it } from 'vitest';
import { targetErrors, targetsOf } from './target-rows.ts';

it('[T94] what is said of a target stands in its own row, also below one that is empty', () => {
  const typed = [
    { price: '1.1', lots: '0.01' },
    { price: ' ', lots: '' },
    { price: '1.05', lots: 'x' },
  ];
  expect(targetsOf(typed)).toEqual([
    { price: '1.1', lots: '0.01' },
    { price: '1.05', lots: 'x' },
  ]);
  const errors = { 'targets.1.price': 'nearer than the one before', 'targets.1.lots': 'no number' };
  expect([0, 1, 2].map((row) => targetErrors(errors, typed, row))).toEqual([
    {},
    {},
    { price: 'nearer than the one before', lots: 'no number' },
  ]);
});
