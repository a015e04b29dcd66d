import type { Order } from '@clearbook/contracts';

export const CANCEL_TYPES = ['limit', 'stop', 'stop_limit'] as const;

/** Null: whatever it is. */
export type CancelFilter = { symbol: string | null; type: (typeof CANCEL_TYPES)[number] | null };

/** What is cancelled with this filter: an order that is linked to one of those goes with it. */
export function cancelledWith(orders: readonly Order[], { symbol, type }: CancelFilter): readonly Order[] {
  const meant = new Set(
    orders
      .filter((order) => (symbol ?? order.symbol) === order.symbol && (type ?? order.type) === order.type)
      .flatMap(({ id, oco_order_id: other }) => (other === null ? [id] : [id, other])),
  );
  return orders.filter(({ id }) => meant.has(id));
}
