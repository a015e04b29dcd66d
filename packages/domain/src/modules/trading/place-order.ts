import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import {
  conversionPair,
  instrument,
  type Instrument,
  isSymbol,
  MIN_NOTIONAL_CENTS,
  nextOpen,
  type Price,
  PRICE_SCALE,
  type Rational,
  session,
  type Symbol,
} from '../../market/index.ts';
import { newYorkDay, newYorkInstant } from '../../market/new-york.ts';
import { type Cents, formatUsd } from '../../money/index.ts';
import { notional, notionalCents, requiredMargin } from '../positions/margin.ts';
import type { Side } from '../positions/model.ts';
import { openingPrice } from '../positions/sides.ts';
import { effectiveLeverageHundredths } from '../positions/terms.ts';
import { refuseOpening } from '../protection/guard.ts';
import { priceOf } from './notifications.ts';
import { type Order, ORDERS } from './model.ts';
import { MAX_NOTIONAL_CENTS } from './open-trade.ts';
import {
  isDealable,
  lastKnown,
  type OptionalProtections,
  protectionsOf,
  refusedProtections,
  stepValues,
} from './protections.ts';
import { refuse } from './refusals.ts';
import { isTriggered, orderPrice } from './triggers.ts';

/** What two orders that cancel one another say each for itself. */
export type OrderLeg = OptionalProtections & {
  readonly side: Side;
  /** Hundredths of a lot, positive. */
  readonly lots: bigint;
  /** Collateral to put up once it fills. */
  readonly amount: Cents;
  readonly type: Order['type'];
  readonly price: Price;
};

export type PlaceOrder = OrderLeg & {
  readonly kind: 'place_order';
  readonly clientId: string;
  readonly symbol: string;
  readonly timeInForce: Order['timeInForce'];
  /** A second order for the same symbol and as long: one cancels the other. */
  readonly oco?: OrderLeg;
};

/** The order, and the one that it cancels where there is one. */
export type OrderPlaced = Fields<'id' | 'status'> & { readonly oco_id: string | null };

/** Orders that one client may have waiting. */
export const MAX_WORKING_ORDERS = 200;

/** Writes down an order that waits for its price. No money moves before it fills. */
export function decidePlaceOrder(state: State, command: PlaceOrder, context: Context): Decision<OrderPlaced> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  if (party.status !== 'active') return refuse('account.suspended');
  const held = refuseOpening(state, party, context);
  if (held) return held;
  if (!isSymbol(command.symbol)) return refuse('order.unknown_symbol', 'symbol');
  const legs = [command, ...(command.oco === undefined ? [] : [command.oco])];
  if (workingOrdersOf(state, party.id).length + legs.length > MAX_WORKING_ORDERS)
    return refuse('order.too_many', undefined, { most: String(MAX_WORKING_ORDERS) });
  // Of one quote that reaches both, the smaller id fills: that of the one which was named first.
  const [id = '', ocoId = null] = legs.map(() => context.newId()).toSorted();
  const first = orderOf(command, command.symbol, command, { id, ocoId }, context);
  const refused = refusedTerms(first, party, context);
  if (refused) return refused;
  const orders = [first];
  if (command.oco !== undefined && ocoId !== null) {
    const second = orderOf(command, command.symbol, command.oco, { id: ocoId, ocoId: id }, context);
    const refusedLeg = refusedTerms(second, party, context);
    if (refusedLeg) return ofLeg(refusedLeg);
    orders.push(second);
  }
  return {
    outcome: { ok: true, result: { id, status: 'working', oco_id: ocoId } },
    rows: orders.map((order) => created(ORDERS, order)),
    invalidates: orders.map((order) => invalidationOf(order, 'order_placed')),
  };
}

/** An order as it begins to wait. */
function orderOf(
  { clientId, timeInForce }: PlaceOrder,
  symbol: Symbol,
  leg: OrderLeg,
  ids: Pick<Order, 'id' | 'ocoId'>,
  { now }: Context,
): Order {
  const { side, lots, amount, type, price } = leg;
  return {
    ...ids,
    clientId,
    symbol,
    side,
    lots,
    amount,
    type,
    timeInForce,
    limitPrice: type === 'limit' ? price : null,
    stopPrice: type === 'stop' ? price : null,
    ...protectionsOf(leg),
    status: 'working',
    expiresAt: timeInForce === 'day' ? new Date(dayEnd(instrument(symbol), now.getTime())) : null,
    reason: null,
    tradeId: null,
    at: now,
    setAt: now,
    endedAt: null,
  };
}

/** What is wrong with the second of two orders, in the place where it was sent. */
function ofLeg(refused: Decision<never>): Decision<never> {
  const { outcome } = refused;
  if (outcome.ok || outcome.refusal.field === undefined) return refused;
  return { outcome: { ok: false, refusal: { ...outcome.refusal, field: `legs.0.${outcome.refusal.field}` } } };
}

export function invalidationOf(order: Order, event: string): NonNullable<Decision['invalidates']>[number] {
  return { clientId: order.clientId, topics: ['orders'], event, subjectId: order.id, staff: false };
}

export function workingOrdersOf(state: State, clientId: string): Order[] {
  return [...state.of(ORDERS).values()].filter((order) => order.clientId === clientId && order.status === 'working');
}

/**
 * What is wrong with an order's terms against the last known price, also while its market is closed: a price that is reached already fills nothing now and
 * would be a market order by another name, so it is refused with what to do instead.
 */
export function refusedTerms(order: Order, party: Party, context: Context): Decision<never> | undefined {
  const of = instrument(order.symbol);
  const price = orderPrice(order);
  const field = order.type === 'limit' ? 'limit_price' : 'stop_price';
  if (!isDealable(order.symbol, price)) return refuse('order.price_step', field, stepValues(order.symbol));
  const known = lastKnown(order.symbol, party, context);
  if (!known.ok) return refuse(known.code, undefined, { detail: known.detail });
  if (isTriggered(order, known.quote)) {
    return refuse(order.type === 'limit' ? 'order.limit_side' : 'order.stop_side', field, {
      side: order.side,
      price: priceOf(order, openingPrice(known.quote, order.side)),
    });
  }
  const refused = refusedProtections(order.symbol, order.side, price, order);
  if (refused) return refused;

  const rate = rateAt(of, order.symbol, price, context);
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

const FIVE_PM = 17 * 60;

/**
 * When a day order ends that is placed now: with the session for stocks; at the next 17:00 New York for what trades around the clock. While the market is closed
 * it waits for the next session and ends with that one's first day.
 */
export function dayEnd(of: Instrument, nowMs: number): number {
  const from = nextOpen(of, nowMs);
  const now = session(of, from);
  if (of.class === 'stock' && now.open) return now.closesAt;
  const today = newYorkDay(from);
  const end = newYorkInstant(today, FIVE_PM);
  return end > from ? end : newYorkInstant(today + 1, FIVE_PM);
}
