import type { Command } from '../ledger/commands.ts';
import { type Context, Later } from '../ledger/decision.ts';
import type { Order, State, Trade } from '../ledger/state.ts';
import { dealtQuote } from '../market/index.ts';
import { peakWith } from './amend-trade.ts';
import { effectiveMarkup } from './terms.ts';
import { countsSince, isReached, type TriggerClose } from './trigger-close.ts';
import { isTriggered } from './triggers.ts';

/** What somebody wants of a trade or an order, and whose price may have come before them. */
const WAITS: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'close_trade', 'cancel_close', 'settle_trade', 'amend_trade', 'close_out_for_loan', 'amend_order', 'cancel_order',
]); // prettier-ignore
const WHYS: readonly TriggerClose['why'][] = ['close_out', 'stop', 'trailing_stop', 'take_profit'];

/**
 * Nobody takes back what a price has set off already: where a quote that is not decided yet has reached a trade or an order, its own trigger comes first.
 * @throws Later until that is decided
 */
export function afterTriggers(state: State, command: Command, context: Context): void {
  if (context.unwatched === undefined || !WAITS.has(command.kind)) return;
  const trade = 'tradeId' in command && command.tradeId !== null ? state.trades.get(command.tradeId) : undefined;
  const order = 'orderId' in command ? state.orders.get(command.orderId) : undefined;
  if (trade?.status === 'active' && isTradeDue(state, trade, context))
    throw new Later('a quote closes this trade first');
  if (order?.status === 'working' && isOrderDue(state, order, context))
    throw new Later('a quote fills this order first');
}

function isTradeDue(state: State, trade: Trade, { unwatched, now }: Context): boolean {
  const party = state.parties.get(trade.clientId);
  if (party === undefined || unwatched === undefined) return false;
  let { trailingPeak } = trade;
  for (const trigger of unwatched(trade.symbol)) {
    const { receivedTime } = trigger.quote;
    for (const why of WHYS)
      if (receivedTime >= countsSince(trade, why) && isReached({ ...trade, trailingPeak }, party, { why, trigger }))
        return true;
    trailingPeak = peakWith({ ...trade, trailingPeak }, party, trigger.quote, now);
  }
  return false;
}

function isOrderDue(state: State, order: Order, { unwatched }: Context): boolean {
  const party = state.parties.get(order.clientId);
  if (party === undefined || unwatched === undefined) return false;
  return unwatched(order.symbol).some(
    ({ quote }) =>
      quote.receivedTime >= order.setAt &&
      (order.expiresAt === null || quote.receivedTime < order.expiresAt) &&
      isTriggered(order, dealtQuote(quote, effectiveMarkup(party))),
  );
}
