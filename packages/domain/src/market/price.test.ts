import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundHalfEven } from '../money/index.ts';
import {
  exactPrice,
  formatPrice,
  MAX_PRICE,
  parsePrice,
  shortZeros,
  shownPrice,
  tryParsePrice,
  tryParsePriceNumber,
} from './price.ts';

describe('price', () => {
  it('[M4] survives text and back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_PRICE), fc.integer({ min: 0, max: 10 }), (price, digits) => {
        expect(parsePrice(exactPrice(price, digits))).toBe(price);
      }),
    );
  });

  it('[M4] is shown with the decimals that it has, and at least those asked for', () => {
    expect(exactPrice(parsePrice('1.10'), 5)).toBe('1.10000');
    expect(exactPrice(parsePrice('1.1000005'), 5)).toBe('1.1000005');
    expect(exactPrice(parsePrice('7'))).toBe('7');
    expect(exactPrice(0n, 2)).toBe('0.00');
    expect(formatPrice(parsePrice('0.000012669'), 9)).toBe('0.000012669');
    expect(formatPrice(parsePrice('117875.8'), 0)).toBe('117876');
  });

  it('[M4] is rounded for display half to even', () => {
    expect(formatPrice(parsePrice('1.000005'), 5)).toBe('1.00000');
    expect(formatPrice(parsePrice('1.000015'), 5)).toBe('1.00002');
    expect(formatPrice(parsePrice('1.0000050001'), 5)).toBe('1.00001');
  });

  it('[M4] is not read from anything but a plain decimal in range', () => {
    for (const text of [
      '',
      ' ',
      '-1',
      '+1',
      '1e5',
      '.5',
      '1.',
      'NaN',
      'Infinity',
      '0x10',
      '1,5',
      '١',
      '1.00000000001',
      '900000000.1',
      '9999999999',
      '1\n',
    ]) {
      expect(tryParsePrice(text), text).toBeUndefined();
      expect(() => parsePrice(text)).toThrow(RangeError);
    }
  });

  it('[M35] is read from the text of a JSON number, exponent and surplus decimals included', () => {
    for (const [text, exact] of [
      ['117876.8', '117876.8'],
      ['1.209e-05', '0.00001209'],
      ['1.2E+3', '1200'],
      ['0.00000000005', '0'],
      ['0.00000000015', '0.0000000002'],
      ['46492.00000000000000000001', '46492'],
    ] as const) {
      expect(exactPrice(tryParsePriceNumber(text) ?? -1n), text).toBe(exact);
    }
    for (const text of ['', '-1', 'NaN', 'Infinity', '1e99', '1e999', '9e9', '.5', '1.', '0x1', '1 ', '1\n', 'null'])
      expect(tryParsePriceNumber(text), text).toBeUndefined();
  });

  it('[M4] rounds every quotient to the nearest whole, a half to the even one', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (dividend, divisor) => {
          const quotient = roundHalfEven(dividend, divisor);
          const twice = 2n * (dividend - quotient * divisor);
          const distance = twice < 0n ? -twice : twice;
          expect(distance <= divisor).toBe(true);
          if (distance === divisor) expect(quotient % 2n).toBe(0n);
        },
      ),
    );
    expect([5n, 15n, -5n, -15n, 6n, -6n].map((each) => roundHalfEven(each, 10n))).toEqual([0n, 2n, 0n, -2n, 1n, -1n]);
  });

  it('[T43] a person reads grouped thousands, fixed decimals and counted zeros', () => {
    const shown = (text: string, digits: number) => shownPrice(parsePrice(text), digits);
    expect(shown('58063.0812', 2)).toBe('58,063.08');
    expect(shown('1.1', 5)).toBe('1.10000');
    expect(shown('0.000019561', 9)).toBe('0.0₄19561');
    expect(shown('0.00001', 9)).toBe('0.0₄10000');
    expect(shown('0.00019561', 9)).toBe('0.000195610');
    // A distance of two points is no such price.
    expect(shown('0.00002', 5)).toBe('0.00002');
    expect(shortZeros('\u22120.000000001')).toBe('\u22120.0₈1');
    expect(shown('0', 9)).toBe('0.000000000');
  });
});
