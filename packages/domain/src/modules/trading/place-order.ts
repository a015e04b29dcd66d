import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { isSymbol, type Price, type Symbol } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import type { Side } from '../positions/model.ts';
import { refuseOpening } from '../protection/guard.ts';
import { refuseNotOffered } from '../configuration/guard.ts';
import { refuseStoppedTrading } from '../switches/guard.ts';
import { namedBy, refusedRepeat } from './client-order-id.ts';
import { decideImmediate, NOT_FILLED, type OrderPlaced } from './immediate-order.ts';
import { type Order, ORDERS } from './model.ts';
import { invalidationOf, workingOrdersOf } from './order-rows.ts';
import { refusedTerms } from './order-terms.ts';
import { type OptionalProtections, protectionsOf } from './protections.ts';
import { refuse } from './refusals.ts';
import { expiryOf, isImmediate, refusedUntil } from './time-in-force.ts';

/** What two orders that cancel one another say each for itself. */
export type OrderLeg = OptionalProtections & {
  readonly side: Side;
  /** Hundredths of a lot, positive. */
  readonly lots: bigint;
  /** Collateral to put up once it fills. */
  readonly amount: Cents;
  readonly type: Order['type'];
  /** The limit of a limit and a stop-limit order, the stop of a stop order. */
  readonly price: Price;
  /** The stop of a stop-limit order. */
  readonly stopPrice?: Price;
};

export type PlaceOrder = OrderLeg & {
  readonly kind: 'place_order';
  readonly clientId: string;
  readonly symbol: string;
  readonly timeInForce: Order['timeInForce'];
  /** When one that is good till a date ends. */
  readonly expiresAt?: Date;
  /** The id that the client's own program gives it. */
  readonly clientOrderId?: string;
  /** A second order for the same symbol and as long: one cancels the other. */
  readonly oco?: OrderLeg;
};

/** Orders that one client may have waiting. */
export const MAX_WORKING_ORDERS = 200;

/** Writes down an order that waits for its price. No money moves before it fills. */
export function decidePlaceOrder(state: State, command: PlaceOrder, context: Context): Decision<OrderPlaced> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  if (party.status !== 'active') return refuse('account.suspended');
  const held =
    refuseStoppedTrading(state, command.symbol) ??
    refuseNotOffered(state, command.symbol, context.now) ??
    refuseOpening(state, party, context) ??
    refusedRepeat(state, command);
  if (held) return held;
  if (!isSymbol(command.symbol)) return refuse('order.unknown_symbol', 'symbol');
  const until = { timeInForce: command.timeInForce, expiresAt: command.expiresAt ?? null };
  const endless = refusedUntil(command, until, context.now) ?? refusedLink(command);
  if (endless) return endless;
  if (isImmediate(command.timeInForce)) {
    const order = orderOf(command, command.symbol, command, { id: context.newId(), ocoId: null }, context);
    return decideImmediate(state, party, order, command, context);
  }
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
    outcome: { ok: true, result: { id, status: 'working', ...NOT_FILLED, oco_id: ocoId } },
    rows: [...orders.map((order) => created(ORDERS, order)), ...namedBy(command, id)],
    invalidates: orders.map((order) => invalidationOf(order, 'order_placed')),
  };
}

/** Two orders that cancel one another wait both, each for one price. */
function refusedLink({ oco, type, timeInForce }: PlaceOrder): Decision<never> | undefined {
  if (oco === undefined) return undefined;
  return isImmediate(timeInForce) || type === 'stop_limit' || oco.type === 'stop_limit'
    ? refuse('order.linked_kind', 'order_class')
    : undefined;
}

/** An order as it is placed. */
function orderOf(
  { clientId, timeInForce, expiresAt }: PlaceOrder,
  symbol: Symbol,
  leg: OrderLeg,
  ids: Pick<Order, 'id' | 'ocoId'>,
  { now }: Context,
): Order {
  const { side, lots, amount, type, price, stopPrice = null } = leg;
  return {
    ...ids,
    clientId,
    symbol,
    side,
    lots,
    amount,
    type,
    timeInForce,
    limitPrice: type === 'stop' ? null : price,
    stopPrice: type === 'stop' ? price : stopPrice,
    ...protectionsOf(leg),
    status: 'working',
    expiresAt: expiryOf({ timeInForce, expiresAt: expiresAt ?? null }, symbol, now),
    reason: null,
    tradeId: null,
    at: now,
    setAt: now,
    endedAt: null,
    triggeredAt: null,
    triggerQuoteId: null,
  };
}

/** What is wrong with the second of two orders, in the place where it was sent. */
function ofLeg(refused: Decision<never>): Decision<never> {
  const { outcome } = refused;
  if (outcome.ok || outcome.refusal.field === undefined) return refused;
  return { outcome: { ok: false, refusal: { ...outcome.refusal, field: `legs.0.${outcome.refusal.field}` } } };
}
