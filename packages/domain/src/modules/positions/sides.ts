import type { Price } from '../../market/index.ts';
import type { Side } from './model.ts';

/** A quote's two prices. */
export type Sides = { readonly bid: Price; readonly ask: Price };

/** Where a side opens: a buy at the ask, a sell at the bid. */
export function openingPrice(quote: Sides, side: Side): Price {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** Where a position of this side closes: a buy at the bid, a sell at the ask. */
export function closingPrice(quote: Sides, side: Side): Price {
  return side === 'buy' ? quote.bid : quote.ask;
}
