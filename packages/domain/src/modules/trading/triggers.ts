import type { Context } from '../../kernel/decision.ts';
import {
  conversionPair,
  conversionRate,
  type ConversionRate,
  dealtQuote,
  type FeedQuote,
  instrument,
  type Price,
  PRICE_SCALE,
  priceStep,
  type Rational,
} from '../../market/index.ts';
import { type Cents, floorDivide, type Fraction, roundHalfEven } from '../../money/index.ts';
import type { Protections, Side, Trade } from '../positions/model.ts';
import { entryOf, exactProfit } from '../positions/profit.ts';
import { closingPrice, openingPrice, type Sides } from '../positions/sides.ts';
import type { Order } from './model.ts';
import { nextTarget } from './targets.ts';

/** The quote that set something off, and the dollar pairs at the same instant: all as the feed gave them, without anybody's mark-up. */
export type Trigger = { readonly quote: FeedQuote; readonly conversions: readonly FeedQuote[] };

/** A trigger fills at its own quote, so it is only good for so long after prices were last watched. */
export const TRIGGER_MAX_AGE_MS = 60_000;

/**
 * The database rejects an older quote for a fill at the current price, and one twice as old for conversion. The guard decides which prices are too old to
 * deal at.
 */
export const QUOTE_MAX_AGE_MS = 3_600_000;

type Since = Pick<Trade, 'openedAt' | 'heldSince' | 'protectedAt' | 'trailingSince'>;

/** A position counts from its first quote: an order's fill may be written down later than the quote that filled it. */
export function openSince({ openedAt, heldSince }: Pick<Since, 'openedAt' | 'heldSince'>): Date {
  return heldSince ?? openedAt;
}

/** Stops and targets count from when they were set. */
export function protectedSince({ openedAt, protectedAt }: Pick<Since, 'openedAt' | 'protectedAt'>): Date {
  return protectedAt ?? openedAt;
}

/** A trailing stop counts from when its distance was set, and then from its best price so far: what came before that was decided without it. */
export function trailingSince(trade: Omit<Since, 'heldSince'>): Date {
  return trade.trailingSince ?? protectedSince(trade);
}

/** Where a trailing stop stands behind the best closing price so far. */
export function trailingStop(side: Side, peak: Price, distance: Price): Price {
  return side === 'buy' ? peak - distance : peak + distance;
}

/** The better one of two closing prices for a position of this side. */
export function betterPeak(side: Side, a: Price, b: Price): Price {
  return side === 'buy' ? (a > b ? a : b) : a < b ? a : b;
}

type Prices = Pick<Order, 'limitPrice' | 'stopPrice'>;

/** The price a working order is valued at: its own, or for a stop-limit order its limit. */
export function orderPrice(order: Prices): Price {
  const price = order.limitPrice ?? order.stopPrice;
  if (price === null) throw new Error('an order that waits for nothing');
  return price;
}

/** What an order waits for now: a stop-limit order for its stop, and once that was reached for its limit. */
export function awaited(order: Prices & Pick<Order, 'triggeredAt'>): {
  readonly of: 'limit' | 'stop';
  readonly price: Price;
} {
  return order.stopPrice !== null && order.triggeredAt === null
    ? { of: 'stop', price: order.stopPrice }
    : { of: order.limitPrice === null ? 'stop' : 'limit', price: orderPrice(order) };
}

/** Whether what an order waits for is reached: a limit at its price or better, a stop at its price or worse. `quote` as dealt to its client. */
export function isTriggered(order: Prices & Pick<Order, 'side' | 'triggeredAt'>, quote: Sides): boolean {
  const { of, price } = awaited(order);
  const now = openingPrice(quote, order.side);
  return (order.side === 'buy') === (of === 'limit') ? now <= price : now >= price;
}

/** From when on quotes count for an order: since it was placed or amended, for its limit no earlier than the quote that reached its stop. */
export function orderSince({ setAt, triggeredAt }: Pick<Order, 'setAt' | 'triggeredAt'>): Date {
  return triggeredAt !== null && triggeredAt > setAt ? triggeredAt : setAt;
}

/**
 * Whether a quote's price is from before the order was placed or amended, by its source's own clock: whoever knows what an outside source says late would set
 * an order at a price that is over. Where prices are a function of time both clocks are one.
 */
export function wasPricedBefore({ setAt }: Pick<Order, 'setAt'>, quote: Pick<FeedQuote, 'sourceTime'>): boolean {
  return quote.sourceTime < setAt;
}

/** What a trade's own prices say to a quote, as dealt to its client. The trailing stop stands where `trailingPeak` says. */
export type ClosingReason = 'stop' | 'trailing_stop' | 'take_profit';

export function isExitReached(
  trade: Protections & Pick<Trade, 'side' | 'trailingPeak'>,
  why: ClosingReason,
  quote: Sides,
): boolean {
  const now = closingPrice(quote, trade.side);
  const level = levelOf(trade, why);
  if (level === null) return false;
  // Against the position at a stop, with it at a target.
  return (trade.side === 'buy') === (why !== 'take_profit') ? now <= level : now >= level;
}

function levelOf(trade: Protections & Pick<Trade, 'side' | 'trailingPeak'>, why: ClosingReason): Price | null {
  if (why === 'stop') return trade.stopLoss;
  if (why === 'take_profit') return nextTarget(trade);
  return trade.trailingDistance === null || trade.trailingPeak === null
    ? null
    : trailingStop(trade.side, trade.trailingPeak, trade.trailingDistance);
}

/** What is still open of a position, as far as its close-out depends on it. */
export type OpenTerms = Pick<
  Trade,
  'symbol' | 'side' | 'openLots' | 'entryPrice' | 'collateralLeft' | 'requiredMarginLeft'
> &
  Partial<Pick<Trade, 'splits'>>;

/** What closing now would bring, before rounding. `rate` turns the quote currency into dollars. */
export function unrealisedExact(trade: OpenTerms, quote: Sides, rate: Rational): Fraction {
  const of = instrument(trade.symbol);
  const exit = closingPrice(quote, trade.side);
  return exactProfit(of, trade.side, trade.openLots, trade.entryPrice, exit, rate, trade.splits);
}

/** Closed out where collateral + unrealised ≤ half of the required margin. Compared exactly: financing is out of the collateral already. */
export function isClosedOut(trade: OpenTerms, quote: Sides, rate: Rational): boolean {
  const { num, den } = unrealisedExact(trade, quote, rate);
  return 2n * (trade.collateralLeft * den + num) <= trade.requiredMarginLeft * den;
}

/**
 * The closing price at which a position is closed out while its quote currency keeps this rate: the last one that can be dealt at which the rule holds.
 * Undefined where no price does that: a buy that put up more than it can lose.
 */
export function closeOutPrice(trade: OpenTerms, rate: Rational): Price | undefined {
  const of = instrument(trade.symbol);
  // 2 × (collateral + move × size) = required, so move = (required − 2 × collateral) ÷ (2 × size).
  const num = (trade.requiredMarginLeft - 2n * trade.collateralLeft) * PRICE_SCALE * rate.den;
  const den = 2n * trade.openLots * of.lotSize * rate.num;
  const step = priceStep(of);
  const entry = entryOf(trade);
  const size = den * entry.den * step;
  const price =
    trade.side === 'buy'
      ? floorDivide(entry.num * den + num * entry.den, size) * step
      : -floorDivide(num * entry.den - entry.num * den, size) * step;
  return price > 0n ? price : undefined;
}

/** How many whole tenths of what is left of its collateral a position has lost; 0 while it has not lost. */
export function lossSteps(trade: OpenTerms, quote: Sides, rate: Rational): number {
  const { num, den } = unrealisedExact(trade, quote, rate);
  if (num >= 0n || trade.collateralLeft === 0n) return 0;
  return Number((-num * 10n) / (trade.collateralLeft * den));
}

/** What a position loses at this quote, in cents; never negative. */
export function lossCents(trade: OpenTerms, quote: Sides, rate: Rational): Cents {
  const { num, den } = unrealisedExact(trade, quote, rate);
  return num >= 0n ? 0n : -roundHalfEven(num, den);
}

/** Dollars for one unit of a currency by the trigger's own quotes. Throws where the sender forgot a pair, which is a defect, not a refusal. */
export function triggerRate(currency: string, { quote, conversions }: Trigger): ConversionRate {
  const rate = conversionRate(currency, (symbol) =>
    quote.symbol === symbol ? inItsShares(quote) : conversions.find((one) => one.symbol === symbol),
  );
  if (rate === undefined) throw new Error(`a trigger without the dollar pair of ${currency}`);
  return rate;
}

/** Its prices as they go on the tape: a quote that stands from before a split counts in the shares of now. */
function inItsShares(quote: FeedQuote): FeedQuote {
  const { feedBid: bid, feedAsk: ask } = dealtQuote(quote, 0);
  return { ...quote, bid, ask };
}

/** The same decision, at the trigger's quotes instead of the latest ones. What values the rest of the account stays as it is. */
export function atTrigger(context: Context, trigger: Trigger): Context {
  return {
    ...context,
    ...context.asOf?.(trigger.quote.receivedTime),
    quote: (symbol, markup) => {
      if (symbol !== trigger.quote.symbol) throw new Error('a trigger of another symbol');
      return { ok: true, quote: dealtQuote(trigger.quote, markup) };
    },
    conversion: (currency) => {
      const pair = conversionPair(currency);
      const quote = trigger.conversions.find((one) => one.symbol === pair?.symbol);
      if (quote === undefined) throw new Error(`a trigger without the dollar pair of ${currency}`);
      return { ok: true, quote: dealtQuote(quote, 0) };
    },
  };
}

/** Why a trigger's quote cannot be used now; undefined where it can. */
export function triggerAgeRefusal(
  { quote }: Trigger,
  since: Date,
  context: Pick<Context, 'now' | 'watchedUntil'>,
): 'trigger.not_reached' | 'trigger.too_old' | undefined {
  if (quote.receivedTime < since || quote.receivedTime > context.now) return 'trigger.not_reached';
  return isTooOld(quote, context) ? 'trigger.too_old' : undefined;
}

/** Older than what was still to be looked at: while prices are watched that is a minute, after a downtime its length and a minute. */
export function isTooOld(quote: FeedQuote, { now, watchedUntil }: Pick<Context, 'now' | 'watchedUntil'>): boolean {
  const until = watchedUntil !== undefined && watchedUntil < now ? watchedUntil : now;
  return until.getTime() - quote.receivedTime.getTime() > TRIGGER_MAX_AGE_MS;
}
