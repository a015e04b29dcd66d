import { DEFAULT_MARKUP, type Instrument, type Width } from '../../market/index.ts';

/** A client's own terms: the best of what their packages give. */
export type Terms = {
  /** Tenths of a pip for forex, basis points otherwise. */
  readonly markup: Width;
  /** As in 30:1; 0 without a package. */
  readonly leverageCeiling: number;
};

export const NO_PACKAGE: Terms = { markup: DEFAULT_MARKUP, leverageCeiling: 0 };

/**
 * In hundredths, since half of 5:1 is 2.5:1. Half the regulatory cap without a package, up to the cap with one, and never above it
 * (P6).
 */
export function effectiveLeverageHundredths(of: Instrument, terms: Terms): number {
  return Math.max(of.leverageCap * 50, Math.min(of.leverageCap, terms.leverageCeiling) * 100);
}

export function effectiveMarkup(terms: Pick<Terms, 'markup'>): Width {
  return terms.markup;
}
