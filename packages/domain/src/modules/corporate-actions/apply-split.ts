import { type Context, type Decision, type Fields, Later } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { instrument, type Price, priceStep, type Symbol } from '../../market/index.ts';
import { max, roundHalfEven } from '../../money/index.ts';
import { closingColumns, pendingClose, type Protections, type Trade, TRADES } from '../positions/model.ts';
import { findWorkingOrder } from '../trading/amend-order.ts';
import { closeAtQuote, type TradeClosed } from '../trading/close-trade.ts';
import { endingOfOther } from '../trading/ending.ts';
import { type Order, ORDERS } from '../trading/model.ts';
import { lotsText, orderNotification } from '../trading/notifications.ts';
import { endedOrder, invalidationOf } from '../trading/order-rows.ts';
import { atTrigger, openSince, type Trigger } from '../trading/triggers.ts';
import { ACTIONS, type CorporateAction, ORDER_SPLITS, TRADE_SPLITS } from './model.ts';
import { refuse } from './refusals.ts';

type OfTrade = { readonly clientId: string; readonly tradeId: string; readonly actionId: string };
/** Sent by the product for every trade that is open at a split, as it takes effect. */
export type ApplySplit = OfTrade & { readonly kind: 'apply_split' };
/** Sent before it where the ratio leaves something over: the last quote of the old shares. */
export type CashInLieu = OfTrade & { readonly kind: 'cash_in_lieu'; readonly trigger: Trigger };
/** Sent by the product for every order that waits at a split, as it takes effect. */
export type ApplySplitToOrder = {
  readonly kind: 'apply_split_to_order';
  readonly clientId: string;
  readonly orderId: string;
  readonly actionId: string;
};

/** So many new shares for so many old ones, and from when on. */
export type Split = {
  readonly id: string;
  readonly symbol: Symbol;
  readonly newRate: bigint;
  readonly oldRate: bigint;
  readonly effectiveAt: Date;
};

/** A level of the new shares' price: the nearest on the tick, a half to the even one. */
export function splitPrice(price: Price, { symbol, newRate, oldRate }: Split): Price {
  const step = priceStep(instrument(symbol));
  return roundHalfEven(price * oldRate, newRate * step) * step;
}

/** The same of a level that may be left out: what would stand at nothing is never reached, and is left out. */
function levelAfter(price: Price | null, split: Split): Price | null {
  const after = price === null ? 0n : splitPrice(price, split);
  return after === 0n ? null : after;
}

/** A distance, or the price of an order, is one tick at least. */
function tickAfter(price: Price | null, split: Split): Price | null {
  return price === null ? null : max(splitPrice(price, split), priceStep(instrument(split.symbol)));
}

function protectionsAfter(
  { side, stopLoss, takeProfit, trailingDistance, targets }: Protections & Pick<Trade, 'side'>,
  split: Split,
): Protections {
  const target = levelAfter(takeProfit, split);
  return {
    stopLoss: levelAfter(stopLoss, split),
    takeProfit: target,
    targets: targetsAfter(side, targets, target, split),
    trailingDistance: tickAfter(trailingDistance, split),
  };
}

/** Parts for less than a lot step are left out, those at one tick are one, and none lies at the target of the whole or beyond it. */
function targetsAfter(
  side: Trade['side'],
  targets: Protections['targets'],
  whole: Price | null,
  split: Split,
): Protections['targets'] {
  const step = priceStep(instrument(split.symbol));
  const kept = new Map<Price, bigint>();
  for (const target of targets ?? []) {
    const price = max(splitPrice(target.price, split), step);
    const lots = lotsAfter(target.lots, split);
    if (lots === 0n || (whole !== null && (side === 'buy' ? price >= whole : price <= whole))) continue;
    kept.set(price, (kept.get(price) ?? 0n) + lots);
  }
  return kept.size === 0 ? null : [...kept].map(([price, lots]) => ({ price, lots }));
}

export function lotsAfter(lots: bigint, { newRate, oldRate }: Pick<Split, 'newRate' | 'oldRate'>): bigint {
  return (lots * newRate) / oldRate;
}

/** What the ratio cannot turn into whole lot steps, in old shares. */
export function leftOver(lots: bigint, { oldRate }: Pick<Split, 'oldRate'>): bigint {
  return lots % oldRate;
}

/** Whatever stands in prices, in those of the new shares. What was paid, what it is worth and what margin it needs stay as they are. */
export function decideApplySplit(state: State, command: ApplySplit, context: Context): Decision<Fields<'id' | 'lots'>> {
  const { trade, split } = ofTrade(state, command);
  if (!isDue(trade, split, context) || leftOver(trade.openLots, split) !== 0n)
    return refuse('corporate_action.not_due');
  const { newRate, oldRate, effectiveAt } = split;
  const splits = { num: trade.splits.num * newRate, den: trade.splits.den * oldRate };
  const waits = pendingClose(trade);
  const asked = waits === null ? 0n : lotsAfter(waits.lots, split);
  const protections = protectionsAfter(trade, split);
  const after: Trade = {
    ...trade,
    openLots: lotsAfter(trade.openLots, split),
    splits,
    ...protections,
    trailingPeak: tickAfter(trade.trailingPeak, split),
    // No quote of the old shares sets anything off by the new prices.
    protectedAt: effectiveAt,
    trailingSince: trade.trailingDistance === null ? trade.trailingSince : effectiveAt,
    ...closingColumns(waits === null || asked === 0n ? null : { ...waits, lots: asked }),
  };
  const { id: tradeId, clientId, openLots: lotsBefore } = trade;
  return {
    outcome: { ok: true, result: { id: trade.id, lots: after.openLots.toString() } },
    rows: [
      changed(TRADES, trade, after),
      created(TRADE_SPLITS, {
        ...{ actionId: split.id, tradeId, clientId, lotsBefore, lots: after.openLots },
        ...{ splitsBefore: trade.splits, splits, at: context.now },
      }),
    ],
    notifications: [
      {
        userId: clientId,
        template: 'split-applied',
        values: {
          symbol: trade.symbol,
          ratio: `${newRate}-for-${oldRate}`,
          before: lotsText(lotsBefore),
          lots: lotsText(after.openLots),
        },
        subjectId: tradeId,
      },
    ],
    invalidates: [
      {
        clientId,
        topics: ['account', 'trades', ...(trade.copyId === null ? [] : ['copies'])],
        event: 'split_applied',
        subjectId: tradeId,
        staff: false,
      },
    ],
  };
}

/** Until when what the ratio leaves over was held, whenever its last price was. */
export const untilSplit = (state: State, { actionId }: CashInLieu, { now }: Context): Date =>
  state.of(ACTIONS).get(actionId)?.effectiveAt ?? now;

/** What the ratio leaves over is closed at the last price of the old shares, at which the position was valued until then. */
export function decideCashInLieu(state: State, command: CashInLieu, context: Context): Decision<TradeClosed> {
  const { trade, split } = ofTrade(state, command);
  const { trigger, clientId, tradeId } = command;
  const lots = leftOver(trade.openLots, split);
  if (!isDue(trade, split, context) || lots === 0n || trigger.quote.receivedTime >= split.effectiveAt)
    return refuse('corporate_action.not_due');
  return closeAtQuote(state, { clientId, tradeId, lots, closedBy: 'split' }, atTrigger(context, trigger));
}

/** An order goes on waiting for the same worth of shares at the same price; one for less than a lot step ends. */
export function decideApplySplitToOrder(
  state: State,
  command: ApplySplitToOrder,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const order = findWorkingOrder(state, command);
  if ('outcome' in order) return order;
  const split = splitOf(state, command.actionId, order.symbol);
  if (order.setAt >= split.effectiveAt) return refuse('corporate_action.not_due');
  if (context.now < split.effectiveAt) throw new Later('the split has not taken effect');
  const lots = lotsAfter(order.lots, split);
  if (lots === 0n) return ended(state, order, context);
  const after: Order = {
    ...order,
    lots,
    limitPrice: tickAfter(order.limitPrice, split),
    stopPrice: tickAfter(order.stopPrice, split),
    ...protectionsAfter(order, split),
    setAt: split.effectiveAt,
  };
  return {
    outcome: { ok: true, result: { id: order.id, status: 'working' } },
    rows: [
      changed(ORDERS, order, after),
      created(ORDER_SPLITS, {
        ...{ actionId: split.id, orderId: order.id, clientId: order.clientId, lotsBefore: order.lots, lots },
        ...{ limitPriceBefore: order.limitPrice, limitPrice: after.limitPrice },
        ...{ stopPriceBefore: order.stopPrice, stopPrice: after.stopPrice, at: context.now },
      }),
    ],
    invalidates: [invalidationOf(order, 'order_split')],
  };
}

function ended(state: State, order: Order, context: Context): Decision<Fields<'id' | 'status'>> {
  const after = endedOrder(order, 'cancelled', 'split', context.now);
  const other = endingOfOther(state, order, context, 'cancelled', 'ended with a split');
  return {
    outcome: { ok: true, result: { id: order.id, status: 'cancelled' } },
    rows: [changed(ORDERS, order, after), ...other.rows],
    notifications: [orderNotification(after, 'order-cancelled-by-split', {}), ...other.notifications],
    invalidates: [invalidationOf(order, 'order_cancelled'), ...other.invalidates],
  };
}

function ofTrade(
  state: State,
  { clientId, tradeId, actionId }: OfTrade,
): { readonly trade: Trade; readonly split: Split } {
  const trade = state.of(TRADES).get(tradeId);
  if (trade === undefined || trade.clientId !== clientId) throw new Error('a split of nothing');
  return { trade, split: splitOf(state, actionId, trade.symbol) };
}

function splitOf(state: State, actionId: string, symbol: Symbol): Split {
  const action = state.of(ACTIONS).get(actionId);
  const split = action && asSplit(action);
  if (split === undefined || split.symbol !== symbol) throw new Error('a split of another share');
  return split;
}

function asSplit({ id, symbol, newRate, oldRate, effectiveAt }: CorporateAction): Split | undefined {
  if (newRate === null || oldRate === null) return undefined;
  return { id, symbol, newRate: BigInt(newRate), oldRate: BigInt(oldRate), effectiveAt };
}

/** @throws Later until the split takes effect */
function isDue(trade: Trade, { effectiveAt }: Split, { now }: Context): boolean {
  if (trade.status !== 'active' || openSince(trade) >= effectiveAt) return false;
  if (now < effectiveAt) throw new Later('the split has not taken effect');
  return true;
}
