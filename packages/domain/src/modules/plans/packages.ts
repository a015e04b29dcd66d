import { INSTRUMENTS } from '../../market/index.ts';
import { effectiveLeverageHundredths, type Terms } from '../positions/terms.ts';
import type { Package } from './model.ts';

const FEATURES = [
  'Leverage up to the regulatory cap, instead of half of it',
  'Holds for every instrument from the next trade on',
  'Bought once, yours for good',
];

/** Part of every new database. */
const BUILT_IN = { features: FEATURES, addedBy: null, at: new Date(0) };

/** The four of the specification, as migration 007 writes them. Staff may add more; none is ever changed or taken away. */
export const BUILT_IN_PACKAGES: readonly Package[] = [
  { id: 'raw', name: 'Raw', price: 250_000n, markup: 8, leverageCeiling: 500, ...BUILT_IN },
  { id: 'zero', name: 'Zero', price: 400_000n, markup: 12, leverageCeiling: 500, ...BUILT_IN },
  { id: 'gold', name: 'Gold', price: 500_000n, markup: 3, leverageCeiling: 500, ...BUILT_IN },
  { id: 'gold-2', name: 'Gold', price: 1_000_000n, markup: 2, leverageCeiling: 500, ...BUILT_IN },
];

/** A client's terms with this package as well: the better of each. */
export function termsWith(terms: Terms, package_: Terms): Terms {
  return {
    markup: Math.min(terms.markup, package_.markup),
    leverageCeiling: Math.max(terms.leverageCeiling, package_.leverageCeiling),
  };
}

/** Whether it would change anything for a client with these terms. A higher ceiling above the regulatory cap changes nothing. */
export function improves(terms: Terms, package_: Terms): boolean {
  const after = termsWith(terms, package_);
  return (
    after.markup < terms.markup ||
    INSTRUMENTS.some((of) => effectiveLeverageHundredths(of, after) > effectiveLeverageHundredths(of, terms))
  );
}

/** Instruments fall into four groups by their regulatory cap. */
export type LeverageGroup = 'forexMajor' | 'forexOther' | 'stock' | 'crypto';

/** Leverage by group under these terms, in hundredths (1500 is 15:1). */
export function leverageByGroup(terms: Terms): Readonly<Record<LeverageGroup, number>> {
  const of = (symbol: (typeof INSTRUMENTS)[number]['symbol']): number => {
    const found = INSTRUMENTS.find((one) => one.symbol === symbol);
    if (found === undefined) throw new Error(`no instrument ${symbol}`);
    return effectiveLeverageHundredths(found, terms);
  };
  return { forexMajor: of('EURUSD'), forexOther: of('AUDUSD'), stock: of('AAPL'), crypto: of('BTC') };
}
