import { expect, it } from 'vitest';
import { instrument, type Symbol } from './instruments.ts';
import { parsePrice } from './price.ts';
import { spreadWidth, usualWidths, widthDistance, widthText } from './spread-width.ts';

const sides = (bid: string, ask: string) => ({ bid: parsePrice(bid), ask: parsePrice(ask) });

it.each([
  ['EURUSD', '1.10000', '1.10018', '1.8'],
  ['USDJPY', '150.000', '150.019', '1.9'],
  ['BTC', '60000.00', '60010.20', '1.7'],
  ['AAPL', '199.90', '200.10', '10.0'],
  ['EURUSD', '1.1', '1.1', '0.0'],
] as const)('[M70] the spread of %s at %s and %s is %s pips or basis points', (symbol: Symbol, bid, ask, width) => {
  expect(widthText(spreadWidth(instrument(symbol), sides(bid, ask)))).toBe(width);
});

it('[M70] a width and the distance that it is belong together', () => {
  for (const [symbol, bid, ask] of [
    ['GBPJPY', '190.000', '190.026'],
    ['AAPL', '199.90', '200.10'],
  ] as const) {
    const quote = sides(bid, ask);
    const { num, den } = widthDistance(instrument(symbol), spreadWidth(instrument(symbol), quote), quote);
    expect(num).toBe((quote.ask - quote.bid) * den);
  }
});

it('[M70] what is usual leaves out the narrowest and the widest tenth, and ten quotes are the least to tell', () => {
  const widths = Array.from({ length: 100 }, (_, i) => BigInt(100 - i));
  expect(usualWidths(widths)).toEqual({ low: 10n, high: 90n });
  expect(usualWidths([5n, 500n, ...Array.from({ length: 18 }, () => 20n)])).toEqual({ low: 20n, high: 20n });
  expect(usualWidths(widths.slice(0, 10))).toEqual({ low: 91n, high: 99n });
  expect(usualWidths(widths.slice(0, 9))).toBeUndefined();
});
