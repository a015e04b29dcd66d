import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { type DealtQuote, dealtQuote } from '../../market/index.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { orderNotification, priceOf } from './notifications.ts';
import { type Order, ORDERS } from './model.ts';
import { decideOpenTrade, type TradeOpened } from './open-trade.ts';
import { endedOrder, invalidationOf } from './order-rows.ts';
import { refuse } from './refusals.ts';
import { findWorkingOrder } from './amend-order.ts';
import { endingOfOther, otherOf, yieldsTo } from './ending.ts';
import { whyRejected } from './opening-refusals.ts';
import { onTape } from './tape.ts';
import { atTrigger, isTriggered, orderSince, type Trigger, triggerAgeRefusal, wasPricedBefore } from './triggers.ts';

/** Sent by the product when a quote reached a working order's price. */
export type FillOrder = {
  readonly kind: 'fill_order';
  readonly clientId: string;
  readonly orderId: string;
  readonly trigger: Trigger;
};

type OrderRejected = Fields<'id' | 'reason'> & { readonly status: 'rejected' };
/** A stop-limit order whose stop was reached: it waits for its limit. */
type OrderTriggered = Fields<'id'> & { readonly status: 'working' };

/**
 * Looks at the price once more, exactly and as dealt to this client, and then decides the order like a market order at that quote. What a market order would be
 * refused for ends the order, and its client is told why. A stop-limit order whose stop the quote reached is a limit order from this very quote on.
 */
export function decideFillOrder(
  state: State,
  command: FillOrder,
  context: Context,
): Decision<TradeOpened | OrderRejected | OrderTriggered> {
  const order = findWorkingOrder(state, command);
  if ('outcome' in order) return order;
  const party = state.of(PARTIES).get(order.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  const { trigger } = command;
  if (trigger.quote.symbol !== order.symbol) throw new Error('a trigger of another symbol');
  const late = triggerAgeRefusal(trigger, orderSince(order), context);
  if (late) return refuse(late);
  if (order.expiresAt !== null && trigger.quote.receivedTime >= order.expiresAt) return refuse('trigger.not_reached');
  if (wasPricedBefore(order, trigger.quote)) return refuse('trigger.not_reached');
  const quote = dealtQuote(trigger.quote, effectiveMarkup(party));
  if (!isTriggered(order, quote)) return refuse('trigger.not_reached');
  const other = otherOf(state, order);
  if (other !== undefined && yieldsTo(other, order, party, trigger)) return refuse('trigger.not_reached');
  const reached = stopReached(order, quote);
  if (reached !== order && !isTriggered(reached, quote)) return waitsForLimit(order, reached, quote);

  const { clientId, symbol, side, lots, amount, stopLoss, takeProfit, trailingDistance, targets } = order;
  const opened = decideOpenTrade(
    state,
    { kind: 'open_trade', clientId, symbol, side, lots, amount, stopLoss, takeProfit, trailingDistance, targets },
    atTrigger(context, trigger),
    // One trigger a quote: the quote that opened the position never closes it.
    { waited: { orderId: order.id, heldSince: new Date(trigger.quote.receivedTime.getTime() + 1) } },
  );
  if (!opened.outcome.ok) return rejected(state, { order, reached, quote }, opened.outcome.refusal, context);
  const { after: trade } = movedTrade(opened);
  const after: Order = { ...endedOrder(reached, 'filled', null, context.now), tradeId: trade.id };
  const cancelled = endingOfOther(state, order, context, 'filled');
  return {
    ...opened,
    rows: [...(opened.rows ?? []), changed(ORDERS, order, after), ...cancelled.rows],
    notifications: [
      orderNotification(after, 'order-filled', { filled: priceOf(trade, trade.entryPrice) }),
      ...cancelled.notifications,
    ],
    invalidates: [
      {
        clientId,
        topics: ['account', 'trades', 'orders'],
        event: 'order_filled',
        subjectId: trade.id,
        staff: false,
      },
      ...cancelled.invalidates,
    ],
  };
}

function stopReached(order: Order, { id, receivedTime }: DealtQuote): Order {
  if (order.type !== 'stop_limit' || order.triggeredAt !== null) return order;
  return { ...order, triggeredAt: receivedTime, triggerQuoteId: id };
}

function waitsForLimit(order: Order, reached: Order, quote: DealtQuote): Decision<OrderTriggered> {
  return {
    outcome: { ok: true, result: { id: order.id, status: 'working' } },
    rows: [...onTape(quote), changed(ORDERS, order, reached)],
    invalidates: [invalidationOf(order, 'order_triggered')],
  };
}

type Reached = { readonly order: Order; readonly reached: Order; readonly quote: DealtQuote };

function rejected(
  state: State,
  { order, reached, quote }: Reached,
  refusal: Refusal,
  context: Context,
): Decision<OrderRejected> {
  const after = endedOrder(reached, 'rejected', refusal.code, context.now);
  const cancelled = endingOfOther(state, order, context, 'rejected');
  return {
    outcome: { ok: true, result: { id: order.id, status: 'rejected', reason: refusal.code } },
    rows: [...(reached === order ? [] : onTape(quote)), changed(ORDERS, order, after), ...cancelled.rows],
    notifications: [
      orderNotification(after, 'order-rejected', { why: whyRejected(refusal.code) }),
      ...cancelled.notifications,
    ],
    invalidates: [invalidationOf(order, 'order_rejected'), ...cancelled.invalidates],
  };
}
