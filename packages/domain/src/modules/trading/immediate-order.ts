import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { namedBy } from './client-order-id.ts';
import { type Order, ORDERS } from './model.ts';
import { decideOpenTrade } from './open-trade.ts';
import { endedOrder, invalidationOf } from './order-rows.ts';
import { refusedPrices, refusedSize } from './order-terms.ts';
import { refuse } from './refusals.ts';
import { refusedClosing } from './targets.ts';
import { isTriggered, orderPrice } from './triggers.ts';

/** What placing an order answers: one that fills as it is placed names its trade. */
export type OrderPlaced = Fields<'id'> & {
  readonly status: 'working' | 'filled' | 'cancelled';
  readonly trade_id: string | null;
  readonly filled_price: string | null;
  readonly quote_id: string | null;
  /** The order that it cancels, and that cancels it, where there is one. */
  readonly oco_id: string | null;
};
export const NOT_FILLED = { trade_id: null, filled_price: null, quote_id: null };

type Named = { readonly clientId: string; readonly clientOrderId?: string };

/** Not at its limit: it ends as it is placed. */
function unfilled(order: Order, command: Named, { now }: Context): Decision<OrderPlaced> {
  const ended = endedOrder(order, 'cancelled', order.timeInForce, now);
  return {
    outcome: { ok: true, result: { id: order.id, status: 'cancelled', ...NOT_FILLED, oco_id: null } },
    rows: [created(ORDERS, ended), ...namedBy(command, order.id)],
    invalidates: [invalidationOf(order, 'order_cancelled')],
  };
}

/** Targets that no order can have are refused of one that ends as it is placed, too: its row keeps them. */
function refusedTargets(order: Order): Decision<never> | undefined {
  const { symbol, side, lots, targets } = order;
  return targets === null ? undefined : refusedClosing(symbol, side, orderPrice(order), order, lots);
}

/** Fills at the quote that holds now, where that is at the limit or better, and ends as it is placed where it is not. */
export function decideImmediate(
  state: State,
  party: Party,
  order: Order,
  command: Named,
  context: Context,
): Decision<OrderPlaced> {
  const refused = refusedPrices(order);
  if (refused) return refused;
  const { clientId, symbol, side, lots, amount, stopLoss, takeProfit, trailingDistance, targets } = order;
  const priced = context.quote(order.symbol, effectiveMarkup(party), 'opening');
  if (!priced.ok) return refuse(priced.code, undefined, { detail: priced.detail });
  if (!isTriggered(order, priced.quote))
    return refusedTargets(order) ?? refusedSize(order, party, context) ?? unfilled(order, command, context);
  const opened = decideOpenTrade(
    state,
    { kind: 'open_trade', clientId, symbol, side, lots, amount, stopLoss, takeProfit, trailingDistance, targets },
    context,
    { orderId: order.id },
  );
  if (!opened.outcome.ok) return { outcome: opened.outcome };
  const { trade_id: tradeId, ...fill } = opened.outcome.result;
  const filled: Order = { ...endedOrder(order, 'filled', null, context.now), tradeId };
  return {
    ...opened,
    outcome: { ok: true, result: { ...fill, id: order.id, status: 'filled', trade_id: tradeId, oco_id: null } },
    rows: [...(opened.rows ?? []), created(ORDERS, filled), ...namedBy(command, order.id)],
    invalidates: (opened.invalidates ?? []).map((each) => ({ ...each, topics: [...each.topics, 'orders'] })),
  };
}
