import { type Context, type Decision, type Fields, Later } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import type { Refused } from '../../kernel/refusal.ts';
import { changed, type RowImage } from '../../kernel/table.ts';
import type { Price } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import { endingOfOther } from './ending.ts';
import { expiredNotification } from './notifications.ts';
import { type Order, ORDERS, type TimeInForce } from './model.ts';
import { refuseOpening } from '../protection/guard.ts';
import { endedOrder, invalidationOf, workingOrdersOf } from './order-rows.ts';
import { refusedTerms } from './order-terms.ts';
import type { OptionalProtections } from './protections.ts';
import { refuse } from './refusals.ts';
import { expiryOf, isImmediate, refusedUntil } from './time-in-force.ts';

/** Changes a working order in place. What is left out stays; null removes a stop, a target or a trailing stop. */
export type AmendOrder = OptionalProtections & {
  readonly kind: 'amend_order';
  readonly clientId: string;
  readonly orderId: string;
  /** The own price of a limit or a stop order, by one name. */
  readonly price?: Price;
  readonly limitPrice?: Price;
  readonly stopPrice?: Price;
  readonly lots?: bigint;
  readonly amount?: Cents;
  readonly timeInForce?: TimeInForce;
  /** When one that is good till a date ends. */
  readonly expiresAt?: Date;
};

export type CancelOrder = { readonly kind: 'cancel_order'; readonly clientId: string; readonly orderId: string };

/** Sent by the product when an order's day or date is over. */
export type ExpireOrder = {
  readonly kind: 'expire_order';
  readonly clientId: string;
  readonly orderId: string;
  /** The end that whoever sends it has read. */
  readonly expiresAt?: Date;
};

export function decideAmendOrder(
  state: State,
  command: AmendOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = findWorkingOrder(state, command);
  if ('outcome' in order) return order;
  // Over by the clock, though nobody has ended it yet.
  if (order.expiresAt !== null && order.expiresAt <= context.now) return refuse('order.not_working');
  const party = state.of(PARTIES).get(order.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  if (party.status !== 'active') return refuse('account.suspended');
  const prices = amendedPrices(order, command);
  if ('outcome' in prices) return prices;
  const until = amendedUntil(order, command, context.now);
  if ('outcome' in until) return until;
  const after: Order = {
    ...order,
    ...prices,
    ...until,
    lots: command.lots ?? order.lots,
    amount: command.amount ?? order.amount,
    stopLoss: command.stopLoss === undefined ? order.stopLoss : command.stopLoss,
    takeProfit: command.takeProfit === undefined ? order.takeProfit : command.takeProfit,
    trailingDistance: command.trailingDistance === undefined ? order.trailingDistance : command.trailingDistance,
    targets: command.targets === undefined ? order.targets : command.targets,
    setAt: context.now,
  };
  return (
    (opensMore(order, after) ? refuseOpening(state, party, context) : undefined) ??
    refusedTerms(after, party, context) ?? {
      outcome: { ok: true, result: { id: order.id, status: 'working' } },
      rows: [changed(ORDERS, order, after)],
      invalidates: [invalidationOf(order, 'order_amended')],
    }
  );
}

/** Whether an amendment asks for anything but another stop or target, a smaller size or an earlier end: like a new order, a break and a loss limit refuse it. */
function opensMore(before: Order, after: Order): boolean {
  const end = (order: Order): number => order.expiresAt?.getTime() ?? Infinity;
  return (
    after.lots > before.lots ||
    after.amount > before.amount ||
    after.limitPrice !== before.limitPrice ||
    after.stopPrice !== before.stopPrice ||
    end(after) > end(before)
  );
}

/** Each type has its own prices, and the stop of a stop-limit order is history once it was reached. */
function amendedPrices(
  order: Order,
  { price, limitPrice, stopPrice }: AmendOrder,
): Pick<Order, 'limitPrice' | 'stopPrice'> | Refused {
  if (price !== undefined && order.type === 'stop_limit') return refuse('order.price_unwanted', 'price');
  const limit = limitPrice ?? (order.type === 'limit' ? price : undefined);
  const stop = stopPrice ?? (order.type === 'stop' ? price : undefined);
  if (limit !== undefined && order.limitPrice === null) return refuse('order.price_unwanted', 'limit_price');
  if (stop !== undefined && order.stopPrice === null) return refuse('order.price_unwanted', 'stop_price');
  if (stop !== undefined && order.triggeredAt !== null) return refuse('order.stop_reached', 'stop_price');
  return { limitPrice: limit ?? order.limitPrice, stopPrice: stop ?? order.stopPrice };
}

/** What is left out stays: a date too, while the order is still good till one. A day is counted from now. */
function amendedUntil(
  order: Order,
  { timeInForce = order.timeInForce, expiresAt }: AmendOrder,
  now: Date,
): Pick<Order, 'timeInForce' | 'expiresAt'> | Refused {
  if (timeInForce === order.timeInForce && expiresAt === undefined) return { timeInForce, expiresAt: order.expiresAt };
  if (isImmediate(timeInForce)) return refuse('order.immediate_only', 'time_in_force');
  // Two that cancel one another end together.
  if (order.ocoId !== null) return refuse('order.linked_kind', 'time_in_force');
  const until = { timeInForce, expiresAt: expiresAt ?? null };
  return refusedUntil(order, until, now) ?? { timeInForce, expiresAt: expiryOf(until, order.symbol, now) };
}

export function decideCancelOrder(
  state: State,
  command: CancelOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = findWorkingOrder(state, command);
  if ('outcome' in order) return order;
  return ended(state, order, 'cancelled', 'client', context);
}

/** @throws Later until the end that was read; one that was put off meanwhile is refused, and is sent again when that is over. */
export function decideExpireOrder(
  state: State,
  command: ExpireOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = findWorkingOrder(state, command);
  if ('outcome' in order) return order;
  if (order.expiresAt === null) return refuse('trigger.not_reached');
  if (context.now < order.expiresAt) {
    if (command.expiresAt?.getTime() === order.expiresAt.getTime()) throw new Later('the order has not ended');
    return refuse('trigger.not_reached');
  }
  const expired = ended(state, order, 'expired', order.timeInForce, context);
  return { ...expired, notifications: [expiredNotification(order), ...(expired.notifications ?? [])] };
}

/** Everything that a client has waiting ends with what is done to their account: part of that command. */
export function cancelAllOrders(
  state: State,
  clientId: string,
  reason: 'suspended' | 'account_closed',
  context: Context,
): RowImage[] {
  return workingOrdersOf(state, clientId).map((order) =>
    changed(ORDERS, order, endedOrder(order, 'cancelled', reason, context.now)),
  );
}

/** The order, or why nothing can be done with it. */
export function findWorkingOrder(
  state: State,
  { orderId, clientId }: { readonly orderId: string; readonly clientId: string },
): Order | Decision<never> {
  const order = state.of(ORDERS).get(orderId);
  if (order === undefined || order.clientId !== clientId) return refuse('order.not_found');
  return order.status === 'working' ? order : refuse('order.not_working');
}

function ended(
  state: State,
  order: Order,
  status: 'cancelled' | 'expired',
  reason: string,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const other = endingOfOther(state, order, context, status);
  return {
    outcome: { ok: true, result: { id: order.id, status } },
    rows: [changed(ORDERS, order, endedOrder(order, status, reason, context.now)), ...other.rows],
    notifications: other.notifications,
    invalidates: [invalidationOf(order, `order_${status}`), ...other.invalidates],
  };
}
