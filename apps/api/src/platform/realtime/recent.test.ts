import { expect, it } from 'vitest';
import type { Invalidation } from './invalidation.ts';
import { Recent } from './recent.ts';

const invalidation = (t: Invalidation['t']): Invalidation => ({ c: 'ann', t, e: 'any', s: null, a: false });

it('[R18] knows nothing before it hears everything, and no more than it keeps', () => {
  const recent = new Recent();
  recent.add(invalidation(['account']), 1);
  expect(recent.since(1, () => true).whole).toBe(false);
  recent.begin(10);
  expect(recent.since(9, () => true).whole).toBe(false);
  expect(recent.since(10, () => true)).toEqual({ topics: [], whole: true });
  recent.add(invalidation(['trades']), 20);
  recent.add(invalidation(['orders']), 30);
  expect(recent.since(10, () => true)).toEqual({ topics: ['orders', 'trades'], whole: true });
  expect(recent.since(21, () => true)).toEqual({ topics: ['orders'], whole: true });
  expect(recent.since(10, ({ t }) => t.includes('trades'))).toEqual({ topics: ['trades'], whole: true });
  for (let at = 31; at <= 30_031; at += 1) recent.add(invalidation(['loans']), at);
  expect(recent.since(30, () => true).whole).toBe(false);
  expect(recent.since(29_000, () => true)).toEqual({ topics: ['loans'], whole: true });
  recent.begin(40_000);
  expect(recent.since(30_031, () => true).whole).toBe(false);
});
