import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, type RowImage } from '../../kernel/table.ts';
import type { Price } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import { endedOrder, endingOfOther } from './ending.ts';
import { orderNotification } from './notifications.ts';
import { type Order, ORDERS } from './model.ts';
import { invalidationOf, refusedTerms, workingOrdersOf } from './place-order.ts';
import type { OptionalProtections } from './protections.ts';
import { refuse } from './refusals.ts';

/** Changes a working order in place. What is left out stays; null removes a stop, a target or a trailing stop. */
export type AmendOrder = OptionalProtections & {
  readonly kind: 'amend_order';
  readonly clientId: string;
  readonly orderId: string;
  readonly price?: Price;
  readonly lots?: bigint;
  readonly amount?: Cents;
};

export type CancelOrder = { readonly kind: 'cancel_order'; readonly clientId: string; readonly orderId: string };

/** Sent by the product when a day order's day is over. */
export type ExpireOrder = { readonly kind: 'expire_order'; readonly clientId: string; readonly orderId: string };

export function decideAmendOrder(
  state: State,
  command: AmendOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = workingOrder(state, command);
  if ('outcome' in order) return order;
  const party = state.of(PARTIES).get(order.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  if (party.status !== 'active') return refuse('account.suspended');
  const price =
    command.price === undefined
      ? {}
      : order.type === 'limit'
        ? { limitPrice: command.price }
        : { stopPrice: command.price };
  const after: Order = {
    ...order,
    ...price,
    lots: command.lots ?? order.lots,
    amount: command.amount ?? order.amount,
    stopLoss: command.stopLoss === undefined ? order.stopLoss : command.stopLoss,
    takeProfit: command.takeProfit === undefined ? order.takeProfit : command.takeProfit,
    trailingDistance: command.trailingDistance === undefined ? order.trailingDistance : command.trailingDistance,
    setAt: context.now,
  };
  return (
    refusedTerms(after, party, context) ?? {
      outcome: { ok: true, result: { id: order.id, status: 'working' } },
      rows: [changed(ORDERS, order, after)],
      invalidates: [invalidationOf(order, 'order_amended')],
    }
  );
}

export function decideCancelOrder(
  state: State,
  command: CancelOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = workingOrder(state, command);
  if ('outcome' in order) return order;
  return ended(state, order, 'cancelled', 'client', context);
}

export function decideExpireOrder(
  state: State,
  command: ExpireOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = workingOrder(state, command);
  if ('outcome' in order) return order;
  if (order.expiresAt === null || context.now < order.expiresAt) return refuse('trigger.not_reached');
  return {
    ...ended(state, order, 'expired', 'day', context),
    notifications: [orderNotification(order, 'order-expired')],
  };
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
export function workingOrder(
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
    invalidates: [invalidationOf(order, `order_${status}`), ...other.invalidates],
  };
}
