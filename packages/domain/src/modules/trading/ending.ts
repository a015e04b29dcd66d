import type { Context, Decision } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { dealtQuote } from '../../market/index.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { type Order, ORDERS } from './model.ts';
import { expiredNotification, orderNotification } from './notifications.ts';
import { endedOrder, invalidationOf } from './order-rows.ts';
import { isTriggered, type Trigger, wasPricedBefore } from './triggers.ts';

/** What is written where an order ends. */
type Ending = Required<Pick<Decision, 'rows' | 'notifications' | 'invalidates'>>;
/** What its client is told that the other order did. */
const DID: Readonly<Partial<Record<Order['status'], string>>> = {
  filled: 'was filled',
  rejected: 'couldn’t be filled',
};

/** The order that this one cancels, and that cancels it; undefined for an order by itself. Both wait or both have ended. */
export function otherOf(state: State, order: Order): Order | undefined {
  if (order.ocoId === null) return undefined;
  const other = state.of(ORDERS).get(order.ocoId);
  if (other?.status !== 'working') throw new Error('an order waits without the one that cancels it');
  return other;
}

/** One cancels the other: whatever ends an order ends the one it is linked to in the same commit. A day is over for both of them. Whoever cancels one themselves is told nothing. */
export function endingOfOther(
  state: State,
  order: Order,
  context: Context,
  by: Order['status'],
  did = DID[by],
): Ending {
  const other = otherOf(state, order);
  if (other === undefined) return { rows: [], notifications: [], invalidates: [] };
  const after =
    by === 'expired'
      ? endedOrder(other, 'expired', other.timeInForce, context.now)
      : endedOrder(other, 'cancelled', 'oco', context.now);
  return {
    rows: [changed(ORDERS, other, after)],
    notifications:
      by === 'expired'
        ? [expiredNotification(after)]
        : did === undefined
          ? []
          : [orderNotification(after, 'order-cancelled-by-other', { did })],
    invalidates: [invalidationOf(other, `order_${after.status}`)],
  };
}

/** Which of two linked orders one quote fills, where it reached both: the one that was named first. */
export function yieldsTo(other: Order, order: Order, party: Party, { quote }: Trigger): boolean {
  return (
    other.id < order.id &&
    quote.receivedTime >= other.setAt &&
    !wasPricedBefore(other, quote) &&
    isTriggered(other, dealtQuote(quote, effectiveMarkup(party)))
  );
}
