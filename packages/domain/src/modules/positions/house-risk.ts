import { instrument, PRICE_SCALE, type Symbol } from '../../market/index.ts';
import { type Cents, type Fraction, roundHalfEven } from '../../money/index.ts';
import type { Side } from './model.ts';
import type { Marks } from './valuation.ts';

/** What all clients together have open of an instrument, on one side. Hundredths of a lot. */
type OpenLots = { readonly symbol: Symbol; readonly side: Side; readonly lots: bigint };

/** Moves of a price that staff look at, in percent. */
export const MOVES = [1, 5, 10] as const;
export type Move = (typeof MOVES)[number];

/** What clients hold of an instrument, in cents, exactly: bought, sold, and what is left of both. */
export type HeldOf = { readonly long: Fraction; readonly short: Fraction; readonly net: Fraction };

/**
 * What each instrument is worth that clients have open: lots × lot size × mid × dollars for its quote currency. Undefined where no price is known: a
 * figure that is missing is not zero. What a price's move brings is in proportion to this, and to nothing else.
 */
export function heldOf(symbol: Symbol, open: readonly OpenLots[], marks: Marks): HeldOf | undefined {
  const of = instrument(symbol);
  const quote = marks.mark(symbol, 0);
  const rate = marks.markRate(of.quote);
  if (quote === undefined || rate === undefined) return undefined;
  const den = 2n * PRICE_SCALE * rate.den;
  const worth = (side: Side): bigint =>
    open.reduce(
      (sum, one) =>
        one.symbol === symbol && one.side === side
          ? sum + one.lots * of.lotSize * (quote.bid + quote.ask) * rate.num
          : sum,
      0n,
    );
  const [long, short] = [worth('buy'), worth('sell')];
  return { long: { num: long, den }, short: { num: short, den }, net: { num: long - short, den } };
}

/** What the house gains where this instrument's price rises by so many percent, and loses where it is negative: what its clients gain, it pays. */
export function houseResult({ net }: HeldOf, percent: number): Cents {
  return roundHalfEven(-net.num * BigInt(percent), net.den * 100n);
}
