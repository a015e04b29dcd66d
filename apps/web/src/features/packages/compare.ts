import type { PackageOffer, TermsWire } from '@clearbook/contracts/plans';
import { toCents, toPrice } from '../../lib/decimal.ts';

/** What an offer gives beside the best of the cheaper ones. */
export type Comparison = { with: PackageOffer; gives: 'less' | 'same' | 'more' };

/**
 * Compares what this client would trade on with each package. The cheaper one that it is held against is the one that leaves it looking worst:
 * nobody should pay more for less because a third package stands between.
 */
export function compared(offer: PackageOffer, all: readonly PackageOffer[]): Comparison | null {
  const cheaper = all.filter((one) => toCents(one.price.amount) < toCents(offer.price.amount));
  const found = cheaper.map((one): Comparison => ({ with: one, gives: givesBeside(offer.terms, one.terms) }));
  const of = (gives: Comparison['gives']) => found.find((one) => one.gives === gives);
  return of('less') ?? of('same') ?? smallestMarkup(found) ?? null;
}

/** Of equals the cheapest. */
function smallestMarkup(found: readonly Comparison[]): Comparison | undefined {
  const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
  const markup = (one: Comparison) => toPrice(one.with.terms.markup_pips);
  const price = (one: Comparison) => toCents(one.with.price.amount);
  return found.toSorted((a, b) => ascending(markup(a), markup(b)) || ascending(price(a), price(b)))[0];
}

function givesBeside(own: TermsWire, other: TermsWire): Comparison['gives'] {
  const better = steps(own, other);
  if (better.every((step) => step === 0)) return 'same';
  return better.every((step) => step <= 0) ? 'less' : 'more';
}

/** Above zero where the first is better: a smaller mark-up, a higher leverage. */
function steps(own: TermsWire, other: TermsWire): number[] {
  const lower = (key: 'markup_pips' | 'markup_points') => {
    const difference = toPrice(other[key]) - toPrice(own[key]);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  };
  const ratios = Object.keys(own.leverage) as (keyof TermsWire['leverage'])[];
  return [
    lower('markup_pips'),
    lower('markup_points'),
    ...ratios.map((key) => own.leverage[key] - other.leverage[key]),
  ];
}
