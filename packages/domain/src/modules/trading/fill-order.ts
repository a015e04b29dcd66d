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
import { workingOrder } from './amend-order.ts';
import { endingOfOther, otherOf, yieldsTo } from './ending.ts';
import { onTape } from './tape.ts';
import { atTrigger, isTriggered, orderSince, type Trigger, untimely } from './triggers.ts';

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
  const order = workingOrder(state, command);
  if ('outcome' in order) return order;
  const party = state.of(PARTIES).get(order.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  const { trigger } = command;
  if (trigger.quote.symbol !== order.symbol) throw new Error('a trigger of another symbol');
  const late = untimely(trigger, orderSince(order), context);
  if (late) return refuse(late);
  if (order.expiresAt !== null && trigger.quote.receivedTime >= order.expiresAt) return refuse('trigger.not_reached');
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
      orderNotification(after, 'order-rejected', { why: WHY[refusal.code] ?? 'it could not be opened' }),
      ...cancelled.notifications,
    ],
    invalidates: [invalidationOf(order, 'order_rejected'), ...cancelled.invalidates],
  };
}

/** In the words of a notification, after "because". */
const WHY: Readonly<Partial<Record<Refusal['code'], string>>> = {
  'account.suspended': 'your account is suspended',
  'trading.stopped': 'new trades were paused when its price came',
  'trading.class_stopped': 'new trades in this asset class were paused when its price came',
  'instrument.close_only': 'it could only be closed when its price came',
  'instrument.off': 'we no longer offered it when its price came',
  'market.holiday': 'the market was closed when its price came',
  'volume.client': 'it was more than one client can hold of this instrument',
  'volume.all': 'it was more of this instrument than we could take on',
  'limits.time_out': 'you’re taking a break from trading',
  'limits.self_exclusion': 'you’ve excluded yourself from trading',
  'limits.excluded': 'you’ve excluded yourself from trading',
  'limits.daily_loss': 'you’ve reached your daily loss limit',
  'order.too_many_trades': 'you had 200 open trades, the maximum',
  'order.insufficient_balance': 'your balance didn’t cover its amount',
  'order.margin_too_small': 'its amount no longer covered the margin at that price',
  'order.notional_too_small': 'it was worth less than $10.00 at that price',
  'order.notional_too_large': 'it was too large at that price',
  'order.exceeds_equity': 'your equity wasn’t enough while you owe a loan',
};
