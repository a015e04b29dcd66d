import type { Priced } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import {
  conversionRate,
  type DealtQuote,
  instrument,
  type Price,
  PRICE_SCALE,
  type Rational,
  type Symbol,
  type Width,
} from '../../market/index.ts';
import { type Cents, roundHalfEven } from '../../money/index.ts';
import type { Trade } from './model.ts';
import { exactProfit } from './profit.ts';
import { closingPrice } from './sides.ts';
import { effectiveMarkup, type Terms } from './terms.ts';

/** Last known prices. They value positions; no fill ever uses them. */
export type Marks = {
  readonly mark: (symbol: Symbol, markup: Width) => DealtQuote | undefined;
  /**
   * The last price of a share with a dividend that is in effect still in it, where it is from before that: `mark` leaves the dividend out of it, but whether it is
   * booked already is not said. Undefined for any other. Defaults to none.
   */
  readonly beforeDividend?: ((symbol: Symbol, markup: Width) => DealtQuote | undefined) | undefined;
  readonly markRate: (currency: string) => Rational | undefined;
};

/** What closes nobody out too early: a share whose dividend may be booked or not at the better price for whoever holds it, a buy with it and a sell without. */
export function atBest({ mark, markRate, beforeDividend }: Marks): Marks {
  return {
    mark: (symbol, markup) => {
      const [without, withIt] = [mark(symbol, markup), beforeDividend?.(symbol, markup)];
      return without && withIt ? { ...without, bid: withIt.bid } : without;
    },
    markRate,
  };
}

/** Marks from good quotes only: an instrument without one has no mark. */
export function marksFrom(quote: (symbol: Symbol, markup: Width) => Priced<DealtQuote>): Marks {
  const mark = (symbol: Symbol, markup: Width): DealtQuote | undefined => {
    const priced = quote(symbol, markup);
    return priced.ok ? priced.quote : undefined;
  };
  return { mark, markRate: (currency) => conversionRate(currency, (symbol) => mark(symbol, 0)) };
}

/** What is still open of a trade. `openLots` in hundredths. */
export type OpenPosition = Pick<Trade, 'symbol' | 'side' | 'openLots' | 'entryPrice'> & Partial<Pick<Trade, 'splits'>>;

/** Sums in cents, half-even. */
export type OpenValue = {
  /** Where it would close: a buy at the bid, a sell at the ask. */
  readonly price: Price;
  /** What closing would bring. */
  readonly unrealised: Cents;
  /** Its open value at that price. */
  readonly marketValue: Cents;
};

/** The value of an open position at the last known prices. Undefined while there is no price at all. */
export function openValue(trade: OpenPosition, marks: Marks, terms: Pick<Terms, 'markup'>): OpenValue | undefined {
  const of = instrument(trade.symbol);
  const quote = marks.mark(trade.symbol, effectiveMarkup(terms));
  const rate = marks.markRate(of.quote);
  if (quote === undefined || rate === undefined) return undefined;
  const price = closingPrice(quote, trade.side);
  const exact = exactProfit(of, trade.side, trade.openLots, trade.entryPrice, price, rate, trade.splits);
  return {
    price,
    unrealised: roundHalfEven(exact.num, exact.den),
    marketValue: roundHalfEven(trade.openLots * of.lotSize * price * rate.num, PRICE_SCALE * rate.den),
  };
}

/** The result of closing now, in cents, half-even. Zero while there is no price at all. */
export function unrealisedCents(trade: OpenPosition, marks: Marks, terms: Terms): Cents {
  const value = openValue(trade, marks, terms);
  return value === undefined ? 0n : value.unrealised;
}

/** Equity = cash + margin + unrealised − owed (B5). Of `trades`, the client's open ones count. */
export function equityCents(party: Party, trades: Iterable<Trade>, marks: Marks): Cents {
  let equity = party.cash + party.margin - party.loan;
  for (const trade of openTradesOf(party.id, trades)) equity += unrealisedCents(trade, marks, party);
  return equity;
}

/** Σ required margin of a client's open trades. */
export function requiredMarginOf(clientId: string, trades: Iterable<Trade>): Cents {
  let sum = 0n;
  for (const trade of openTradesOf(clientId, trades)) sum += trade.requiredMarginLeft;
  return sum;
}

export function* openTradesOf(clientId: string, trades: Iterable<Trade>): Generator<Trade> {
  for (const trade of trades) if (trade.clientId === clientId && trade.status === 'active') yield trade;
}
