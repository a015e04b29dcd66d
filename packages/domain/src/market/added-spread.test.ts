import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instrument, INSTRUMENTS, priceStep, type Symbol } from './instruments.ts';
import { exactPrice, parsePrice } from './price.ts';
import { spreadBy } from './quote.ts';

const spread = (symbol: Symbol, bid: string, ask: string, tenths: number): string[] => {
  const wide = spreadBy(instrument(symbol), { bid: parsePrice(bid), ask: parsePrice(ask) }, tenths);
  return [exactPrice(wide.bid), exactPrice(wide.ask)];
};

describe('[M93] what is added to a spread', () => {
  it('is pips for forex and basis points otherwise, the same whole number of ticks on either side', () => {
    expect(spread('EURUSD', '1.16081', '1.16083', 4)).toEqual(['1.16079', '1.16085']);
    // Half of 0.5 pips is two and a half ticks.
    expect(spread('EURUSD', '1.16081', '1.16083', 5)).toEqual(['1.16079', '1.16085']);
    expect(spread('BTC', '99990', '100010', 15)).toEqual(['99982.5', '100017.5']);
    expect(spread('AAPL', '100', '100.02', 100)).toEqual(['99.95', '100.07']);
    expect(spread('AAPL', '100', '100.02', 0)).toEqual(['100', '100.02']);
  });

  it('leaves the mid where it was, and is never more than was set', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INSTRUMENTS),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 1n, max: 1_000n }),
        fc.integer({ min: 0, max: 100 }),
        (of, bidSteps, widthSteps, tenths) => {
          const step = priceStep(of);
          const [bid, ask] = [bidSteps * step, (bidSteps + widthSteps) * step];
          const wide = spreadBy(of, { bid, ask }, tenths);
          expect(wide.bid + wide.ask).toBe(bid + ask);
          expect(wide.bid).toBeGreaterThanOrEqual(step);
          expect(wide.bid % step).toBe(bid % step);
          const most =
            of.class === 'forex' ? (of.pip * BigInt(tenths)) / 10n : ((bid + ask) * BigInt(tenths)) / 200_000n;
          expect(wide.ask - wide.bid - (ask - bid)).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
