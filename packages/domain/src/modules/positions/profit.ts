import { type Instrument, type Price, PRICE_SCALE, type Rational } from '../../market/index.ts';
import { type Fraction, reduce, roundHalfEven } from '../../money/index.ts';
import type { Side } from './model.ts';

/**
 * Profit (or loss, negative) in cents before rounding (product.md, 4):
 * ±(exit − entry) × lots × lot size, converted at the mid of the quote currency's dollar pair. `lots` in hundredths, so the two factors
 * of a hundred (lots, cents) cancel.
 */
export function exactProfit(
  of: Instrument,
  side: Side,
  lots: bigint,
  entryPrice: Price,
  exitPrice: Price,
  quoteToUsd: Rational,
): Fraction {
  const move = side === 'buy' ? exitPrice - entryPrice : entryPrice - exitPrice;
  return reduce({ num: move * lots * of.lotSize * quoteToUsd.num, den: PRICE_SCALE * quoteToUsd.den });
}

/** The average price of fills, weighted by their lots: Σ price × lots and Σ lots, rounded half to even to a price unit. */
export function averagePrice(value: bigint, lots: bigint): Price {
  return roundHalfEven(value, lots);
}
