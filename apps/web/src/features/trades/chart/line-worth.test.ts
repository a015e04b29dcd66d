import type { Instrument, Quote, Trade } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { worthOf } from './line-worth.ts';
import type { Line } from './lines.ts';

const of = { symbol: 'USDJPY', class: 'forex', base: 'USD', quote_currency: 'JPY', digits: 3 } as Instrument;
const quote: Quote = {
  ...{ id: 'q', symbol: 'USDJPY', bid: '149.990', ask: '150.010' },
  ...{ source: 'test', time: '2026-01-05T10:00:00.000Z' },
};
const quotes = { USDJPY: quote };
const trade = {
  ...{ id: '1', symbol: 'USDJPY', side: 'sell', lots_open: '0.10' },
  ...{ entry_price: '150.000', stop_loss: '151.500', take_profit: '147.000' },
} as Trade;
const line = (more: Partial<Line>): Line => ({
  ...{ key: 'k', of: 'trade', id: '1', side: 'sell', lots: '0.10', tone: 'stop', movable: true },
  ...{ what: 'stop_loss', price: '151.500' },
  ...more,
});

it('[H20] a line of stop or target says dollars, percent and times the risk, for the side and the lots that close there', () => {
  // 10,000 dollars move by 1.5 yen each, at 150 yen a dollar.
  expect(worthOf(line({}), trade, of, quotes)).toBe('\u2212$100.00 · 1.00%');
  expect(worthOf(line({ what: 'take_profit', price: '147.000' }), trade, of, quotes)).toBe('+$200.00 · 2.00% · 2.00R');
  const part = { index: 0, lots: '0.05' };
  expect(worthOf(line({ what: 'target', price: '147.000', part }), trade, of, quotes)).toBe('+$100.00 · 2.00% · 2.00R');
  expect(worthOf(line({ what: 'take_profit', price: '147.000' }), { ...trade, stop_loss: null }, of, quotes)).toBe(
    '+$200.00 · 2.00%',
  );
});

it('[H20] a stop beyond the entry says what it would win, and other lines say nothing', () => {
  expect(worthOf(line({ price: '149.250' }), trade, of, quotes)).toBe('+$50.00 · 0.50%');
  expect(worthOf(line({ what: 'entry', price: '150.000' }), trade, of, quotes)).toBeNull();
  expect(worthOf(line({}), undefined, of, quotes)).toBeNull();
  expect(worthOf(line({}), trade, of, {})).toBeNull();
});
