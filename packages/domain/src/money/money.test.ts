import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFractions,
  centsToDecimal,
  decimalToCents,
  divideUp,
  formatUsd,
  roundHalfEven,
  roundSum,
  ZERO,
} from './index.ts';

const whole = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const divisor = fc.bigInt({ min: 1n, max: 10n ** 18n });

describe('money', () => {
  it('[T9] rounds to the nearest cent, a half to the even one, on both sides of zero', () => {
    const halves = [-5n, -3n, -1n, 1n, 3n, 5n].map((num) => roundHalfEven(num, 2n));
    expect(halves).toEqual([-2n, -2n, 0n, 0n, 2n, 2n]);
    expect([249n, 250n, 251n, 350n, -349n, -350n].map((num) => roundHalfEven(num, 100n))).toEqual([
      2n,
      2n,
      3n,
      4n,
      -3n,
      -4n,
    ]);
    expect(() => roundHalfEven(1n, 0n)).toThrow(RangeError);
  });

  it('[T9] is never further than half a cent off, and as far from zero for a loss as for a gain', () => {
    fc.assert(
      fc.property(whole, divisor, (num, den) => {
        const rounded = roundHalfEven(num, den);
        const twiceOff = 2n * (num - rounded * den);
        expect(twiceOff <= den && -twiceOff <= den).toBe(true);
        if (twiceOff === den || -twiceOff === den) expect(rounded % 2n).toBe(0n);
        expect(roundHalfEven(-num, den)).toBe(-rounded);
      }),
    );
  });

  it('[T10] parts paid as the rounded total so far sum to the rounded whole', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ num: whole, den: divisor }), { minLength: 1, maxLength: 8 }), (parts) => {
        let exact = { num: 0n, den: 1n };
        let paid = 0n;
        for (const part of parts) {
          exact = addFractions(exact, part);
          paid += roundHalfEven(exact.num, exact.den) - paid;
        }
        const den = parts.reduce((product, part) => product * part.den, 1n);
        const num = parts.reduce((sum, part) => sum + (part.num * den) / part.den, 0n);
        expect(paid).toBe(roundHalfEven(num, den));
      }),
    );
  });

  it('[T2] a long sum is rounded as its exact fraction is, ties included', () => {
    const part = fc.record({ num: whole, den: fc.oneof(divisor, fc.constantFrom(2n, 3n, 6n, 7n)) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, tied) => {
        const exact = parts.reduce(addFractions, ZERO);
        const rest = { num: exact.den - 2n * exact.num, den: 2n * exact.den };
        const [sum, all] = tied ? [{ num: 1n, den: 2n }, [...parts, rest]] : [exact, parts];
        expect(roundSum(all)).toBe(roundHalfEven(sum.num, sum.den));
      }),
    );
  });

  it('[T2] rounded up covers what is needed, by less than one unit too much', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), divisor, (num, den) => {
        const up = divideUp(num, den);
        expect(up * den >= num && (up - 1n) * den < num).toBe(true);
      }),
    );
    expect(() => divideUp(-1n, 2n)).toThrow(RangeError);
  });

  it('[F12] a sum reads back as it was written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        (cents) => decimalToCents(centsToDecimal(cents)) === cents,
      ),
    );
    expect([centsToDecimal(-5n), formatUsd(123_456_789n), formatUsd(-100n)]).toEqual([
      '-0.05',
      '$1,234,567.89',
      '\u2212$1.00',
    ]);
    for (const text of ['', '1.234', '1e3', ' 1', '+1', 'NaN', '1,000', '.5'])
      expect(() => decimalToCents(text)).toThrow(RangeError);
  });
});
