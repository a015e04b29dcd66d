import { describe, expect, it } from 'vitest';
import { conversionPair, conversionRate } from './conversion.ts';
import { INSTRUMENTS } from './instruments.ts';
import { parsePrice } from './price.ts';

const sides = { id: 'q1', bid: parsePrice('146.831'), ask: parsePrice('146.834') };

describe('conversion to dollars', () => {
  it('[M25] every base and every quote currency has a pair, and the dollar needs none', () => {
    for (const each of INSTRUMENTS) {
      for (const currency of [each.base, each.quote])
        expect(conversionPair(currency) === undefined, currency).toBe(currency === 'USD');
    }
    expect(() => conversionPair('XXX')).toThrow(RangeError);
  });

  it.each([
    ['EUR', 'EURUSD', false],
    ['GBP', 'GBPUSD', false],
    ['AUD', 'AUDUSD', false],
    ['NZD', 'NZDUSD', false],
    ['JPY', 'USDJPY', true],
    ['CAD', 'USDCAD', true],
    ['CHF', 'USDCHF', true],
    ['BTC', 'BTC', false],
    ['AAPL', 'AAPL', false],
  ])('[M25] %s converts through %s', (currency, symbol, inverse) => {
    expect(conversionPair(currency)).toEqual({ symbol, inverse });
  });

  it('[M25] the rate is the exact mid, with the id of its quote', () => {
    // 2 × 10^10 ÷ (bid + ask) dollars for one yen.
    expect(conversionRate('JPY', () => sides)).toEqual({
      num: 20_000_000_000n,
      den: 2_936_650_000_000n,
      quoteId: 'q1',
    });
    expect(conversionRate('EUR', () => ({ id: 'q2', bid: parsePrice('1.1'), ask: parsePrice('1.2') }))).toEqual({
      num: 23_000_000_000n,
      den: 20_000_000_000n,
      quoteId: 'q2',
    });
    expect(conversionRate('USD', () => undefined)).toEqual({ num: 1n, den: 1n, quoteId: null });
    expect(conversionRate('EUR', () => undefined)).toBeUndefined();
  });
});
