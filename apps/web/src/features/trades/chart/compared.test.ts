import { expect, it, vi } from 'vitest';

vi.mock('lightweight-charts', () => ({}));
const { closesAt, percentSince } = await import('./compared.ts');

const bar = (time: number, close: number) => ({ time, open: close, high: close, low: close, close, volume: null });

it('[H24] a compared asset has its closes at the times of the chart’s own bars, and none where it has no bar', () => {
  expect(closesAt([60, 120, 180], [bar(0, 1), bar(60, 2), bar(180, 4), bar(240, 5)])).toEqual([2, Number.NaN, 4]);
});

it('[H24] percent go from the first close in view to the last one known at a bar', () => {
  const closes = [1, Number.NaN, 4, 5, Number.NaN];
  expect(percentSince(closes, 1, 4)).toBe(25);
  expect(percentSince(closes, -8, 2)).toBe(300);
  expect(percentSince(closes, 4, 4)).toBeNaN();
});
