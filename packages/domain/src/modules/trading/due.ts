import { type Context, Later } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { dealtQuote } from '../../market/index.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { peakWith } from './amend-trade.ts';
import { type CancelOrders, ordersToCancel } from './cancel-orders.ts';
import { otherOf } from './ending.ts';
import { type Order, ORDERS } from './model.ts';
import { countsSince, isReached, type TriggerClose } from './trigger-close.ts';
import { isTriggered, orderSince, wasPricedBefore } from './triggers.ts';

const WHYS: readonly TriggerClose['why'][] = ['close_out', 'stop', 'trailing_stop', 'take_profit'];

/** What somebody wants of a trade or an order, and whose price may have come before them. */
type OfTrade = { readonly tradeId?: string; readonly orderId?: string };

/**
 * Nobody takes back what a price has set off already: where a quote that is not decided yet has reached a trade or an order, its own trigger comes first.
 * @throws Later until that is decided
 */
export function afterTriggers(state: State, command: OfTrade, context: Context): void {
  if (context.unwatched === undefined) return;
  const trade = command.tradeId !== undefined ? state.of(TRADES).get(command.tradeId) : undefined;
  const order = command.orderId !== undefined ? state.of(ORDERS).get(command.orderId) : undefined;
  if (trade?.status === 'active' && isTradeDue(state, trade, context))
    throw new Later('a quote closes this trade first');
  if (order?.status === 'working') afterOrder(state, order, context);
}

/** The same for every order that a client cancels at once. */
export function afterTriggersOfOrders(state: State, command: CancelOrders, context: Context): void {
  if (context.unwatched === undefined) return;
  for (const order of ordersToCancel(state, command)) afterOrder(state, order, context);
}

/** What an order's fill would end waits for the same quotes. */
function afterOrder(state: State, order: Order, context: Context): void {
  const other = otherOf(state, order);
  if (isOrderDue(state, order, context) || (other !== undefined && isOrderDue(state, other, context)))
    throw new Later('a quote fills this order first');
}

function isTradeDue(state: State, trade: Trade, { unwatched, now }: Context): boolean {
  const party = state.of(PARTIES).get(trade.clientId);
  if (party === undefined || unwatched === undefined) return false;
  let seen = trade;
  for (const trigger of unwatched(trade.symbol)) {
    const { receivedTime } = trigger.quote;
    const quote = dealtQuote(trigger.quote, effectiveMarkup(party));
    for (const why of WHYS)
      if (receivedTime >= countsSince(trade, why) && isReached(seen, quote, { why, trigger })) return true;
    const trailingPeak = peakWith(seen, party, trigger.quote, now);
    if (trailingPeak !== seen.trailingPeak) seen = { ...seen, trailingPeak };
  }
  return false;
}

function isOrderDue(state: State, order: Order, { unwatched }: Context): boolean {
  const party = state.of(PARTIES).get(order.clientId);
  if (party === undefined || unwatched === undefined) return false;
  return unwatched(order.symbol).some(
    ({ quote }) =>
      quote.receivedTime >= orderSince(order) &&
      !wasPricedBefore(order, quote) &&
      (order.expiresAt === null || quote.receivedTime < order.expiresAt) &&
      isTriggered(order, dealtQuote(quote, effectiveMarkup(party))),
  );
}
