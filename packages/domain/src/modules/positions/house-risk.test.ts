import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../test/kit.ts';
import { instrument, parsePrice, type Symbol } from '../../market/index.ts';
import { openResult } from './exposure.ts';
import { heldOf, houseResult, MOVES } from './house-risk.ts';
import { UNSPLIT } from './profit.ts';

const EUR = contextOf({ EURUSD: '1.10000 1.10000' });
const lots = fc.bigInt({ min: 1n, max: 10_000_000n });

describe('what the house holds against its clients', () => {
  it('[OV2] is what they bought less what they sold, at the mid', () => {
    const held = heldOf(
      'EURUSD',
      [
        { symbol: 'EURUSD', side: 'buy', lots: 300n },
        { symbol: 'EURUSD', side: 'sell', lots: 100n },
        { symbol: 'BTC', side: 'buy', lots: 100n },
      ],
      EUR,
    );
    // 3 lots of 100,000 at 1.10 are $330,000.00; of 1 lot $110,000.00.
    const cents = ({ num, den }: { num: bigint; den: bigint }) => num / den;
    expect(held && [cents(held.long), cents(held.short), cents(held.net)]).toEqual([
      33_000_000n,
      11_000_000n,
      22_000_000n,
    ]);
    expect(held && MOVES.map((percent) => houseResult(held, percent))).toEqual([-220_000n, -1_100_000n, -2_200_000n]);
    expect(held && houseResult(held, -10)).toBe(2_200_000n);
  });

  it('[OV2] a missing price leaves it missing, never zero', () => {
    expect(heldOf('BTC', [{ symbol: 'BTC', side: 'buy', lots: 1n }], EUR)).toBeUndefined();
    expect(heldOf('USDJPY', [], contextOf({ EURUSD: '1.1' }))).toBeUndefined();
  });

  it('[OV2] a move costs the house exactly what all open positions together gain', () => {
    const symbol: Symbol = 'EURUSD';
    fc.assert(
      fc.property(lots, lots, fc.constantFrom(...MOVES), fc.boolean(), (bought, sold, percent, rises) => {
        const moved = rises ? percent : -percent;
        const [before, after] = [parsePrice('1.10000'), (parsePrice('1.10000') * BigInt(100 + moved)) / 100n];
        const price = (after * 100_000n) / parsePrice('1');
        const marks = contextOf({ EURUSD: `${price / 100_000n}.${String(price % 100_000n).padStart(5, '0')}` });
        const sums = ([['buy', bought], ['sell', sold]] as const).map(([side, size]) => ({
          symbol, side, splits: UNSPLIT, lots: size, value: size * before,
        })); // prettier-ignore
        // Without a mark-up: the mid is the price on both sides.
        const gained = openResult(
          sums,
          { ...marks, mark: (of) => marks.mark(of, 0) },
          { markup: 0, leverageCeiling: 0 },
        );
        const held = heldOf(symbol, sums, EUR);
        expect(held && houseResult(held, moved)).toBe(-gained);
        expect(instrument(symbol).lotSize).toBe(100_000n);
      }),
    );
  });
});
