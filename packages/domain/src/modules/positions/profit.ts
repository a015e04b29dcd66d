import { type Instrument, type Price, PRICE_SCALE, type Rational } from '../../market/index.ts';
import { type Fraction, reduce, roundHalfEven } from '../../money/index.ts';
import type { Side } from './model.ts';

/**
 * Profit (or loss, negative) in cents before rounding (T9):
 * ±(exit − entry) × lots × lot size, converted at the mid of the quote currency's dollar pair. `lots` in hundredths, so the two factors
 * of a hundred (lots, cents) cancel. `lots` and the exit are in shares of today; of `splits`, the entry is for the shares that were bought.
 */
export function exactProfit(
  of: Instrument,
  side: Side,
  lots: bigint,
  entryPrice: Price,
  exitPrice: Price,
  quoteToUsd: Rational,
  splits: Fraction = UNSPLIT,
): Fraction {
  const gain = exitPrice * splits.num - entryPrice * splits.den;
  const move = side === 'buy' ? gain : -gain;
  return reduce({ num: move * lots * of.lotSize * quoteToUsd.num, den: PRICE_SCALE * splits.num * quoteToUsd.den });
}

/** No split so far: one share held for one bought. */
export const UNSPLIT: Fraction = { num: 1n, den: 1n };

/** What a share that is held cost: the opening price, by the shares that splits made of it since. Exact. */
export function entryOf({ entryPrice, splits }: { readonly entryPrice: Price; readonly splits?: Fraction }): Fraction {
  const { num, den } = splits ?? UNSPLIT;
  return { num: entryPrice * den, den: num };
}

/** The average price of fills, weighted by their lots: Σ price × lots and Σ lots, rounded half to even to a price unit. */
export function averagePrice(value: bigint, lots: bigint): Price {
  return roundHalfEven(value, lots);
}
