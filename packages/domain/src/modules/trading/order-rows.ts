import type { Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { type Order, ORDERS } from './model.ts';

export function endedOrder(order: Order, status: Order['status'], reason: string | null, now: Date): Order {
  return { ...order, status, reason, endedAt: now };
}

export function invalidationOf(order: Order, event: string): NonNullable<Decision['invalidates']>[number] {
  return { clientId: order.clientId, topics: ['orders'], event, subjectId: order.id, staff: false };
}

export function workingOrdersOf(state: State, clientId: string): Order[] {
  return [...state.of(ORDERS).values()].filter((order) => order.clientId === clientId && order.status === 'working');
}
