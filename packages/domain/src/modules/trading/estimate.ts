import {
  conversionPair,
  conversionRate,
  type FinancingRates,
  type Instrument,
  instrument,
  type Price,
  PRICE_SCALE,
  type Rational,
  spreadWidth,
  type Symbol,
  widthDistance,
} from '../../market/index.ts';
import { type Cents, roundHalfEven } from '../../money/index.ts';
import { notional, notionalCents, requiredMargin } from '../positions/margin.ts';
import type { Side } from '../positions/model.ts';
import { exactProfit } from '../positions/profit.ts';
import { closingPrice, openingPrice } from '../positions/sides.ts';
import { overnightCost } from './financing.ts';
import { closeOutPrice } from './triggers.ts';

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

/** What a spread of another width would cost at this quote, in cents, half-even. */
export function widthCost(of: Instrument, lots: bigint, tenths: bigint, quote: Sides, rate: Rational): Cents {
  const { num, den } = widthDistance(of, tenths, quote);
  return roundHalfEven(num * lots * of.lotSize * rate.num, den * PRICE_SCALE * rate.den);
}

/** What an order says of itself, as far as its figures depend on it. */
export type OrderDraft = {
  /** Hundredths of a lot, positive. */
  readonly lots: bigint;
  /** Null while none is known. */
  readonly amount: Cents | null;
  /** Where a limit or stop order waits; null for a market order. */
  readonly price: Price | null;
};

/** All sums in cents. */
export type Estimate = {
  readonly notional: Cents;
  readonly requiredMargin: Cents;
  readonly spreadCost: Cents;
  /** As it is spoken of, in tenths (spreadWidth). */
  readonly spreadWidth: bigint;
  /** One night of each side. */
  readonly overnight: Record<Side, Cents>;
  /** Where each side would open, and where it would be closed out; null where no price does that or the amount is too small. */
  readonly fill: Record<Side, Price>;
  readonly closeOut: Record<Side, Price | null>;
};

type Terms = {
  readonly leverageHundredths: number;
  /** Of the next charge. */
  readonly financing: FinancingRates;
};

/**
 * What an order would mean on this quote, as dealt to its client: the ticket and the preview of an order are both this. `rate` turns a currency into dollars;
 * undefined where one of the two that it takes is not known. It is an expectation: the order is decided at the quote of its fill.
 */
export function estimate(
  of: Instrument,
  draft: OrderDraft,
  quote: Sides,
  { leverageHundredths, financing }: Terms,
  rate: (currency: string) => Rational | undefined,
): Estimate | undefined {
  // An order that waits is valued at its own price, as if that were the quote.
  const at = draft.price === null ? quote : { bid: draft.price, ask: draft.price };
  const own = conversionPair(of.base)?.symbol === of.symbol;
  const base = own ? conversionRate(of.base, () => ({ id: '', ...at })) : rate(of.base);
  const counter = rate(of.quote);
  if (base === undefined || counter === undefined) return undefined;
  const value = notional(of, draft.lots, base);
  const required = requiredMargin(value, leverageHundredths);
  const fill = { buy: expectedFill(at, 'buy'), sell: expectedFill(at, 'sell') };
  const closeOut = (side: Side): Price | null => {
    if (draft.amount === null || draft.amount < required) return null;
    const terms = {
      symbol: of.symbol,
      side,
      openLots: draft.lots,
      entryPrice: fill[side],
      collateralLeft: draft.amount,
      requiredMarginLeft: required,
    };
    return closeOutPrice(terms, counter) ?? null;
  };
  return {
    notional: notionalCents(value),
    requiredMargin: required,
    spreadCost: spreadCost(of.symbol, 'buy', draft.lots, quote, counter),
    spreadWidth: spreadWidth(of, quote),
    overnight: { buy: overnightCost(financing.buy, value), sell: overnightCost(financing.sell, value) },
    fill,
    closeOut: { buy: closeOut('buy'), sell: closeOut('sell') },
  };
}
