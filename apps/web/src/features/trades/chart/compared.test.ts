import { expect, it, vi } from 'vitest';

vi.mock('lightweight-charts', () => ({ LineSeries: {} }));
const { closesAt, Compared, percentSince } = await import('./compared.ts');

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

it('[H24] bars that come before the line of their asset is shown are drawn with it, and forgotten with it', () => {
  const drawn: unknown[] = [];
  const series = { setData: (data: unknown) => drawn.push(data), applyOptions: () => undefined };
  const compared = new Compared({ addSeries: () => series, removeSeries: () => undefined } as never);
  compared.fill([60, 120]);
  compared.setBars('ETH', [bar(60, 2), bar(120, 3)]);
  expect(drawn).toEqual([]);
  compared.show(['ETH']);
  expect(drawn.at(-1)).toEqual([
    { time: 60, value: 2 },
    { time: 120, value: 3 },
  ]);
  expect(compared.figures(0, 1).get('ETH')?.percent).toBe(50);
  compared.show([]);
  compared.show(['ETH']);
  expect(drawn.at(-1)).toEqual([]);
});
