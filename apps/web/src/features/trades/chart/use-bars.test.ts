import { expect, it } from 'vitest';
import { summaryOf } from './bars-table.tsx';
import { joined } from './use-bars.ts';

const bar = (minute: number, close = '1') => ({
  time: new Date(minute * 60_000).toISOString(),
  ...{ open: '1', high: '2', low: '0.5', close, volume: null, tick_volume: 60 },
});

it('[H12] newer bars take the place of those they begin at, and what is older stays', () => {
  const known = [bar(1), bar(2), bar(3, '1.1')];
  const next = [bar(2), bar(3, '1.2'), bar(4)];
  expect(joined(known, next)).toEqual([bar(1), bar(2), bar(3, '1.2'), bar(4)]);
  expect(joined([], next)).toBe(next);
  expect(joined(known, [])).toBe(known);
  // The window of the newest bars moves on: what has left it is still known.
  expect(joined(joined(known, next), [bar(4), bar(5)])).toHaveLength(5);
});

it('[H13] the chart says in a sentence what it shows: symbol, interval, price, change, highest and lowest', () => {
  const instrument = { name: 'EUR/USD', digits: 5 };
  expect(summaryOf(instrument, '1h', [bar(1), bar(2, '1.01')], 0.99)).toBe(
    'EUR/USD, bars of 1h: last price 0.99000, −1.00% over the last 2 bars, highest 2.00000, lowest 0.50000.',
  );
  expect(summaryOf(instrument, '1h', [bar(1), bar(2, '1.01')], null)).toContain('+1.00%');
  expect(summaryOf(instrument, '1h', [], 1)).toBe('');
});
