import type { Context, Decision } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import {
  conversionPair,
  instrument,
  type Instrument,
  MIN_NOTIONAL_CENTS,
  type Price,
  PRICE_SCALE,
  type Rational,
  type Symbol,
} from '../../market/index.ts';
import { formatUsd } from '../../money/index.ts';
import { notional, notionalCents, requiredMargin } from '../positions/margin.ts';
import { openingPrice } from '../positions/sides.ts';
import { effectiveLeverageHundredths } from '../positions/terms.ts';
import type { Order } from './model.ts';
import { priceOf } from './notifications.ts';
import { MAX_NOTIONAL_CENTS } from './open-trade.ts';
import { isDealable, lastKnown, refusedProtections, stepValues } from './protections.ts';
import { refuse } from './refusals.ts';
import { refusedClosing } from './targets.ts';
import { awaited, isTriggered, orderPrice } from './triggers.ts';

/**
 * What is wrong with an order's terms against the last known price, also while its market is closed: a price that is reached already fills nothing now and
 * would be a market order by another name, so it is refused with what to do instead.
 */
export function refusedTerms(order: Order, party: Party, context: Context): Decision<never> | undefined {
  const { of } = awaited(order);
  const field = of === 'limit' ? 'limit_price' : 'stop_price';
  const refused = refusedPrices(order);
  if (refused) return refused;
  const known = lastKnown(order.symbol, party, context);
  if (!known.ok) return refuse(known.code, undefined, { detail: known.detail });
  if (isTriggered(order, known.quote)) {
    return refuse(of === 'limit' ? 'order.limit_side' : 'order.stop_side', field, {
      side: order.side,
      price: priceOf(order, openingPrice(known.quote, order.side)),
    });
  }
  return refusedLevels(order) ?? refusedSize(order, party, context);
}

/** Prices that lie on no tick. */
export function refusedPrices({ symbol, limitPrice, stopPrice }: Order): Decision<never> | undefined {
  for (const [field, price] of [
    ['stop_price', stopPrice],
    ['limit_price', limitPrice],
  ] as const)
    if (price !== null && !isDealable(symbol, price)) return refuse('order.price_step', field, stepValues(symbol));
  return undefined;
}

/**
 * A stop or a target that a fill at the order's own price would meet right away. A stop-limit order that may fill as soon as its stop is reached fills between
 * its two prices, so its stop loss lies beyond both.
 */
function refusedLevels(order: Order): Decision<never> | undefined {
  const { symbol, side, limitPrice, stopPrice } = order;
  const refused = refusedClosing(symbol, side, orderPrice(order), order, order.lots);
  if (refused || limitPrice === null || stopPrice === null || order.triggeredAt !== null) return refused;
  const fillsAtStop = side === 'buy' ? limitPrice >= stopPrice : limitPrice <= stopPrice;
  return fillsAtStop ? refusedProtections(symbol, side, stopPrice, { ...order, takeProfit: null }) : undefined;
}

/** An order that would be worth too little or too much at its own price, or whose amount is less than the margin there. */
export function refusedSize(order: Order, party: Party, context: Context): Decision<never> | undefined {
  const of = instrument(order.symbol);
  const rate = rateAt(of, order.symbol, orderPrice(order), context);
  if (rate === undefined) return undefined;
  const value = notional(of, order.lots, rate);
  const worth = notionalCents(value);
  if (worth < MIN_NOTIONAL_CENTS) return refuse('order.notional_too_small', 'lots');
  if (worth > MAX_NOTIONAL_CENTS) return refuse('order.notional_too_large', 'lots');
  const required = requiredMargin(value, effectiveLeverageHundredths(of, party));
  if (order.amount < required) return refuse('order.margin_too_small', 'amount', { required: formatUsd(required) });
  return undefined;
}

/** Dollars for one unit of the base once the order's price is there; for other pairs the last known rate. */
function rateAt(of: Instrument, symbol: Symbol, price: Price, context: Context): Rational | undefined {
  const pair = conversionPair(of.base);
  if (pair === undefined) return { num: 1n, den: 1n };
  if (pair.symbol !== symbol) return context.markRate(of.base);
  return pair.inverse ? { num: PRICE_SCALE, den: price } : { num: price, den: PRICE_SCALE };
}
