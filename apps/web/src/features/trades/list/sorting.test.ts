import { YEN_FINANCING as RATES } from '../../../lib/financing.fixture.ts';
import type { Instrument, Quote } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { type Sort, sorted } from './sorting.ts';

const of = (symbol: string): Instrument => ({
  ...{ symbol, name: symbol, class: 'crypto', base: symbol, quote_currency: 'USD', digits: 2 },
  ...{ price_increment: '0.01', pip: '0.01', lot_size: '1', lot_step: '0.01', min_notional: '10.00' },
  ...{ leverage: 2, leverage_cap: 2, markup: '16', open: true, reopens_at: null, financing_rates: RATES },
});
const quote = (symbol: string, bid: string, ask: string): Quote => ({
  ...{ id: symbol, symbol, bid, ask },
  ...{ source: 'test', time: '2026-01-05T10:00:00.000Z' },
});
const list = ['BTC', 'ETH', 'SOL', 'ADA', 'XLM'].map(of);
const known = {
  quotes: {
    BTC: quote('BTC', '101.00', '103.00'),
    ETH: quote('ETH', '89.99', '90.01'),
    SOL: quote('SOL', '104.90', '105.10'),
    ADA: quote('ADA', '99.99', '100.01'),
  },
  since: new Map([...['BTC', 'ETH', 'SOL', 'XLM'].map((symbol): [string, string] => [symbol, '100']), ['ADA', null]]),
};
const order = (sort: Sort) => sorted(list, sort, known).map(({ symbol }) => symbol);

it('[M91] the market list is ordered by name, change or spread, and what has no figure stands last', () => {
  expect(order('listed')).toEqual(['BTC', 'ETH', 'SOL', 'ADA', 'XLM']);
  expect(order('name')).toEqual(['BTC', 'ADA', 'ETH', 'SOL', 'XLM']);
  expect(order('gainers')).toEqual(['SOL', 'BTC', 'ETH', 'ADA', 'XLM']);
  expect(order('losers')).toEqual(['ETH', 'BTC', 'SOL', 'ADA', 'XLM']);
  expect(order('movers')).toEqual(['ETH', 'SOL', 'BTC', 'ADA', 'XLM']);
  expect(order('spread')).toEqual(['ADA', 'ETH', 'SOL', 'BTC', 'XLM']);
  expect(list.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'SOL', 'ADA', 'XLM']);
});
