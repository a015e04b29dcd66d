import type { Instrument, Quote, Trade } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { type Order, sortedTrades } from './sort-trades.ts';
import { marketValue, returnOf, returnText } from './worth.ts';

const quote = (symbol: string, bid: string, ask: string): Quote => ({
  ...{ id: symbol, symbol, bid, ask },
  ...{ source: 'test', time: '2026-01-05T10:00:00.000Z' },
});
const quotes = {
  BTC: quote('BTC', '79990.00', '80010.00'),
  EURJPY: quote('EURJPY', '165.000', '165.020'),
  USDJPY: quote('USDJPY', '149.990', '150.010'),
};
const btc = { symbol: 'BTC', class: 'crypto', base: 'BTC', quote_currency: 'USD', lot_size: '1' } as Instrument;
const pair = { symbol: 'EURJPY', class: 'forex', base: 'EUR', quote_currency: 'JPY', lot_size: '100000' } as Instrument;
const bySymbol = new Map([btc, pair].map((of) => [of.symbol, of]));
const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const trade = (id: string, more: Partial<Trade>): Trade =>
  ({
    ...{ id, symbol: 'BTC', side: 'buy', lots: '0.10', lots_open: '0.10', entry_price: '75000.00' },
    ...{ amount: usd('4000.00'), required_margin: usd('3750.00'), financing: usd('0.00') },
    opened_at: `2026-01-0${id}T10:00:00.000Z`,
    ...more,
  }) as Trade;
const trades = [
  trade('4', {}),
  trade('3', { side: 'sell', amount: usd('9000.00') }),
  trade('2', { symbol: 'EURJPY', entry_price: '164.000', financing: usd('-1.20') }),
  trade('1', { symbol: 'GONE' }),
];
const order = (by: Order['by'], down = false) =>
  sortedTrades(trades, { by, down }, { bySymbol, quotes }).map(({ id }) => id);

it('[S108] what a position is worth, and what it has won of its collateral, to the cent and the hundredth of a percent', () => {
  const [long, short, yen] = trades as [Trade, Trade, Trade, Trade];
  expect(marketValue(long, btc, quotes)).toBe(799_900n);
  expect(marketValue(short, btc, quotes)).toBe(800_100n);
  // 10,000 euros at 165.000 yen each, at 150 yen a dollar.
  expect(marketValue(yen, pair, quotes)).toBe(1_100_000n);
  expect(marketValue(yen, pair, { EURJPY: quotes.EURJPY })).toBeNull();
  expect(returnText(returnOf(long, btc, quotes) ?? 0n)).toBe('+12.48%');
  expect(returnText(returnOf(short, btc, quotes) ?? 0n)).toBe('\u22125.57%');
  expect(returnText(0n)).toBe('0.00%');
  expect(returnOf(long, btc, {})).toBeNull();
});

it('[S108] positions are ordered by any of their figures, either way, and what has none stands last', () => {
  expect(order('profit')).toEqual(['3', '2', '4', '1']);
  expect(order('profit', true)).toEqual(['4', '2', '3', '1']);
  expect(order('return', true)).toEqual(['4', '2', '3', '1']);
  expect(order('value', true)).toEqual(['2', '3', '4', '1']);
  expect(order('collateral')).toEqual(['4', '2', '1', '3']);
  expect(order('opened')).toEqual(['1', '2', '3', '4']);
  expect(order('asset')).toEqual(['4', '3', '2', '1']);
  expect(order('financing')).toEqual(['2', '4', '3', '1']);
  expect(trades.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
});
