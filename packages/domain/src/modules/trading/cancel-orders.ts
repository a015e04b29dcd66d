import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { isSymbol } from '../../market/index.ts';
import { type Order, ORDERS } from './model.ts';
import { endedOrder, invalidationOf, workingOrdersOf } from './order-rows.ts';
import { refuse } from './refusals.ts';

/** Cancels everything that a client has waiting, or what of it is for a symbol or of a type. */
export type CancelOrders = {
  readonly kind: 'cancel_orders';
  readonly clientId: string;
  readonly symbol?: string;
  readonly type?: Order['type'];
};

/** All of them end in one commit; the answer names each, in the order of their ids. */
export function decideCancelOrders(state: State, command: CancelOrders, context: Context): Decision<Fields<'orders'>> {
  if (command.symbol !== undefined && !isSymbol(command.symbol)) return refuse('order.unknown_symbol', 'symbol');
  const orders = ordersToCancel(state, command);
  return {
    outcome: { ok: true, result: { orders: orders.map(({ id }) => id).join(' ') } },
    rows: orders.map((order) => changed(ORDERS, order, endedOrder(order, 'cancelled', 'client', context.now))),
    invalidates: orders.map((order) => invalidationOf(order, 'order_cancelled')),
  };
}

/** What is linked to an order that is meant ends with it, whatever type it is of. */
export function ordersToCancel(state: State, { clientId, symbol, type }: CancelOrders): Order[] {
  const all = workingOrdersOf(state, clientId);
  const meant = new Set(
    all
      .filter((order) => (symbol ?? order.symbol) === order.symbol && (type ?? order.type) === order.type)
      .flatMap(({ id, ocoId }) => (ocoId === null ? [id] : [id, ocoId])),
  );
  return all.filter(({ id }) => meant.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
