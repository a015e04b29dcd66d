import type { PackageOffer } from '@clearbook/contracts/plans';
import { expect, it } from 'vitest';
import { compared } from './compare.ts';

const offer = (name: string, price: string, pips: string, forex = 30): PackageOffer => ({
  ...{ id: name, name, price: { amount: price, currency: 'USD' }, features: [], owned: false, improves: true },
  terms: {
    markup_pips: pips,
    markup_points: String(Number(pips) * 10),
    leverage: { forex_major: forex, forex_other: 20, stock: 5, crypto: 2 },
  },
});
const raw = offer('Raw', '2500.00', '0.8');
const zero = offer('Zero', '4000.00', '1.2');
const gold = offer('Gold', '5000.00', '0.3');
const double = offer('Double', '9000.00', '0.3');
const mixed = offer('Mixed', '6000.00', '1.0', 50);

it('[P17] a package that costs more than another and gives less or the same is found out', () => {
  const all = [raw, zero, gold, mixed, double];
  expect(all.map((one) => [one.name, compared(one, all)?.with.name, compared(one, all)?.gives])).toEqual([
    ['Raw', undefined, undefined],
    ['Zero', 'Raw', 'less'],
    ['Gold', 'Raw', 'more'],
    ['Mixed', 'Gold', 'more'],
    ['Double', 'Gold', 'same'],
  ]);
});

it('[P17] a package is held against the cheaper one with the smallest mark-up, and of equals against the cheapest', () => {
  expect(compared(gold, [raw, zero, gold])?.with.name).toBe('Raw');
  // Who owns Raw would trade on its mark-up with Zero as well.
  const owned = [{ ...zero, terms: raw.terms, improves: false }, { ...raw, owned: true, improves: false }, gold];
  expect(compared(gold, owned)?.with.name).toBe('Raw');
});
