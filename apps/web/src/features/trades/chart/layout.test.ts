import { expect, it } from 'vitest';
import { fitting, type Layout, PLAIN, placesShown, showing, withAssets, withChart } from './layout.ts';

const OFFERED = ['EURUSD', 'GBPUSD', 'BTC', 'ETH', 'AAPL'];
const assets = ({ charts }: Layout) => charts.map(({ symbol }) => symbol);
const one = withAssets(PLAIN, 'BTC', OFFERED);
const four = showing(one, 4, OFFERED);

it('[H25] further charts look like the active one and show the next assets, each another', () => {
  const styled = withChart(one, 0, { interval: '5m', compare: ['SOL'] });
  const two = showing(styled, 2, OFFERED);
  expect(assets(two)).toEqual(['BTC', 'ETH']);
  expect(two.charts[1]).toMatchObject({ interval: '5m', compare: ['SOL'] });
  expect(assets(four)).toEqual(['BTC', 'ETH', 'AAPL', 'EURUSD']);
  // With fewer assets than charts one is shown twice.
  expect(assets(showing(withAssets(PLAIN, 'BTC', ['BTC']), 2, ['BTC']))).toEqual(['BTC', 'BTC']);
});

it('[H25] fewer charts show the active one among them, and those that are not shown keep what they are', () => {
  const later = { ...four, active: 3 };
  expect([1, 2, 4].map((count) => placesShown(later, count as 1 | 2 | 4))).toEqual([[3], [2, 3], [0, 1, 2, 3]]);
  expect(placesShown({ ...four, active: 1 }, 2)).toEqual([0, 1]);
  const alone = showing(later, 1, OFFERED);
  expect(alone).toMatchObject({ shown: 1, active: 3 });
  expect(showing(alone, 4, OFFERED)).toEqual(later);
});

it('[H25] the active chart shows the page’s asset, and one whose asset is gone another that no chart shows', () => {
  const kept = { ...four, charts: four.charts.map((chart, at) => (at === 1 ? { ...chart, symbol: 'GONE' } : chart)) };
  expect(assets(withAssets(kept, 'AAPL', OFFERED))).toEqual(['AAPL', 'GBPUSD', 'AAPL', 'EURUSD']);
});

it('[H25] as many charts are shown as can be read, and never none', () => {
  expect(fitting(4, { width: 780, height: 640 })).toBe(4);
  expect(fitting(4, { width: 780, height: 300 })).toBe(2);
  expect(fitting(4, { width: 500, height: 640 })).toBe(1);
  expect(fitting(2, { width: 2000, height: 1200 })).toBe(2);
  expect(fitting(4, { width: 0, height: 0 })).toBe(1);
});
