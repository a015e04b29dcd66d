import { instrument, type Price, type Rational, type Symbol } from '../market/index.ts';
import { type Cents, roundHalfEven } from '../money/index.ts';
import { exactProfit } from './profit.ts';
import type { Side } from '../ledger/state.ts';
import { closingPrice, openingPrice } from './triggers.ts';

type Sides = { readonly bid: Price; readonly ask: Price };

/** Where a market order would fill on this quote, as dealt to the client. */
export function expectedFill(quote: Sides, side: Side): Price {
  return openingPrice(quote, side);
}

/** What opening and closing at once on this quote would cost, in cents, half-even. `rate` turns the quote currency into dollars. */
export function spreadCost(symbol: Symbol, side: Side, lots: bigint, quote: Sides, rate: Rational): Cents {
  const of = instrument(symbol);
  const exact = exactProfit(of, side, lots, openingPrice(quote, side), closingPrice(quote, side), rate);
  return -roundHalfEven(exact.num, exact.den);
}
