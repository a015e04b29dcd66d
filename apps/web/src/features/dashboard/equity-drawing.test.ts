import { expect, it } from 'vitest';
import { drawn } from './equity-drawing.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const none = { deposited: usd('0.00'), withdrawn: usd('0.00'), adjusted: usd('0.00') };
const point = (hour: number, value: string | null) => ({
  at: new Date(Date.UTC(2026, 2, 11, hour)).toISOString(),
  value: value === null ? null : usd(value),
  ...none,
});

it('[PF13] a curve is drawn by time, ends where a value is missing, and names its highest and lowest value', () => {
  const drawing = drawn(
    [point(0, '10.00'), point(6, '20.00'), point(12, null), point(18, '-5.00'), point(24, '0.00')],
    100,
    50,
  );
  expect(drawing.xs).toEqual([0, 25, 50, 75, 100]);
  expect(drawing.lines).toHaveLength(2);
  expect(drawing.ys[2]).toBeUndefined();
  expect([drawing.ys[1], drawing.ys[3]]).toEqual([6, 44]);
  expect([drawing.top, drawing.bottom]).toEqual(['$20.00', '\u2212$5.00']);
  expect([drawing.nearest(11), drawing.nearest(13), drawing.nearest(99)]).toEqual([0, 1, 4]);
});

it('[PF13] a value that never changes lies in the middle', () => {
  expect(drawn([point(0, '7.00'), point(1, '7.00')], 100, 50).ys).toEqual([25, 25]);
});

it('[PF13] money that comes in is a step before what prices did, and money that goes out one after it', () => {
  const paid = { ...point(12, '150.00'), deposited: usd('100.00') };
  const taken = { ...point(18, '90.00'), withdrawn: usd('50.00') };
  const { lines } = drawn([point(0, '40.00'), paid, taken, point(24, '90.00')], 100, 132);
  expect(lines.map(({ points }) => points)).toEqual(['0.0,126.0 0.0,16.9 50.0,6.0 75.0,16.9 75.0,71.5 100.0,71.5']);
});

it('[PF13] what was spent of a first deposit is no debt before it', () => {
  const { bottom } = drawn([point(0, '0.00'), { ...point(1, '7500.00'), deposited: usd('10000.00') }], 100, 50);
  expect(bottom).toBe('$0.00');
});
