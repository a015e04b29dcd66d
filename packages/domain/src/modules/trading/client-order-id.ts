import type { State } from '../../kernel/state.ts';
import type { Refused } from '../../kernel/refusal.ts';
import { created, type RowImage } from '../../kernel/table.ts';
import { type Read, rows } from '../../kernel/module.ts';
import { CLIENT_ORDER_ID, CLIENT_ORDER_IDS } from './model.ts';
import { refuse } from './refusals.ts';

type Named = { readonly clientId: string; readonly clientOrderId?: string };

/** What an order reads to know whether its client has used the id before: nothing where it names none. */
export function readsNamed({ clientId, clientOrderId }: Named): readonly Read[] {
  return clientOrderId === undefined ? [] : [rows(CLIENT_ORDER_ID, `${clientId} ${clientOrderId}`)];
}

/** A second order under an id that its client has given to another one: the refusal names that one. */
export function refusedRepeat(state: State, { clientId, clientOrderId }: Named): Refused | undefined {
  if (clientOrderId === undefined) return undefined;
  const known = state.of(CLIENT_ORDER_IDS).get(`${clientId} ${clientOrderId}`);
  return known && refuse('order.client_order_id_taken', 'client_order_id', { order: known.orderId });
}

/** The row that keeps the id of an order which has one. */
export function namedBy({ clientId, clientOrderId }: Named, orderId: string): RowImage[] {
  return clientOrderId === undefined ? [] : [created(CLIENT_ORDER_IDS, { clientId, clientOrderId, orderId })];
}
