import { DEFAULT_MARKUP, type Instrument, type Width } from '../market/index.ts';

/** Without a package a client trades at half the regulatory leverage cap. In hundredths, since half of 5:1 is 2.5:1. */
export function effectiveLeverageHundredths(of: Instrument): number {
  return of.leverageCap * 50;
}

/** The client's own mark-up: pips (tenths) for forex, basis points otherwise. */
export function effectiveMarkup(): Width {
  return DEFAULT_MARKUP;
}
