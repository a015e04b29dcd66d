import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instrument, parsePrice } from '../../market/index.ts';
import { exactProfit } from './profit.ts';
import { netPositionsOf } from './net.ts';

const trade = (side: 'buy' | 'sell', openLots: bigint, at: string, symbol: 'EURUSD' | 'BTC' = 'EURUSD') => ({
  ...{ symbol, side, openLots, entryPrice: parsePrice(at) },
});

describe('net positions', () => {
  it('[J10] average the fills of each side by their open lots, and say what is left of both', () => {
    const [btc, euro, ...none] = netPositionsOf([
      trade('buy', 10n, '1.10000'),
      trade('buy', 30n, '1.20000'),
      trade('sell', 5n, '1.30000'),
      trade('sell', 2n, '50000', 'BTC'),
    ]);
    expect(none).toEqual([]);
    expect(euro).toMatchObject({
      ...{ symbol: 'EURUSD', side: 'buy', lots: 35n },
      buy: { trades: 2, lots: 40n, average: parsePrice('1.175') },
      sell: { trades: 1, lots: 5n, average: parsePrice('1.3') },
      // (40 × 1.175 − 5 × 1.3) ÷ 35, half to even.
      average: 11_571_428_571n,
    });
    expect(btc).toMatchObject({ symbol: 'BTC', side: 'sell', lots: 2n, buy: null, average: parsePrice('50000') });
  });

  it('[J10] have no average where both sides are equal, and none where no price would do', () => {
    expect(netPositionsOf([trade('buy', 5n, '1.1'), trade('sell', 5n, '1.2')])).toMatchObject([
      { side: null, lots: 0n, average: null },
    ]);
    expect(netPositionsOf([trade('buy', 6n, '1.0'), trade('sell', 5n, '1.3')])).toMatchObject([
      { side: 'buy', lots: 1n, average: null },
    ]);
  });

  it('[J10] bring nothing at their average, whatever is in them', () => {
    const one = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      openLots: fc.bigInt({ min: 1n, max: 500n }),
      entryPrice: fc.bigInt({ min: 9_000_000_000n, max: 13_000_000_000n }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (trades) => {
        const own = trades.map((each) => ({ ...each, symbol: 'EURUSD' as const }));
        const [net] = netPositionsOf(own);
        if (net === undefined || net.average === null) return;
        const of = instrument('EURUSD');
        const at = net.average;
        const brought = own.reduce((sum, { side, openLots, entryPrice }) => {
          const { num, den } = exactProfit(of, side, openLots, entryPrice, at, { num: 1n, den: 1n });
          return sum + Number(num) / Number(den);
        }, 0);
        // What rounding the average to a price unit costs: less than a cent for each lot.
        expect(Math.abs(brought)).toBeLessThanOrEqual((Number(net.lots) * Number(of.lotSize)) / 1e10 + 1e-3);
      }),
    );
  });
});
