import type { NotificationDraft } from '../../kernel/decision.ts';
import { instrument, shownPrice } from '../../market/index.ts';
import { type Cents, formatUsd } from '../../money/index.ts';
import type { ClosedBy, Trade } from '../positions/model.ts';
import type { Order } from './model.ts';

/** Who closed it decides what is said, and how loudly: what the client did or ordered is quiet, what was done to them is not. */
const TEMPLATES: Readonly<Record<ClosedBy, string>> = {
  client: 'trade-closed',
  stop: 'trade-closed-by-stop',
  take_profit: 'trade-closed-by-target',
  trailing_stop: 'trade-closed-by-trailing-stop',
  close_out: 'trade-closed-out',
  admin: 'trade-closed-by-staff',
  copy: 'trade-closed-by-trader',
  split: 'trade-closed-by-split',
};

export function tradeOpenedNotification(trade: Trade): NotificationDraft {
  return {
    userId: trade.clientId,
    template: 'trade-opened',
    values: {
      ...named(trade, trade.lots),
      price: priceOf(trade, trade.entryPrice),
      amount: formatUsd(trade.collateral),
    },
    subjectId: trade.id,
    quiet: true,
  };
}

/** What is closed of a trade, at which price, what that brought, and what of a loss went beyond the collateral. */
type ClosedPart = {
  readonly lots: bigint;
  readonly price: bigint;
  readonly realised: Cents;
  readonly shortfall: Cents;
};

/** A part or the whole, with the result of this part at its quotes. */
export function tradeClosedNotification(after: Trade, part: ClosedPart, closedBy: ClosedBy): NotificationDraft {
  const { lots, price, realised, shortfall } = part;
  const covered = shortfall === 0n ? '' : `, of which we covered ${formatUsd(shortfall)}`;
  const result =
    realised === 0n
      ? 'neither profit nor loss'
      : `${realised > 0n ? 'a profit' : 'a loss'} of ${formatUsd(realised < 0n ? -realised : realised)}${covered}`;
  return {
    userId: after.clientId,
    template: TEMPLATES[closedBy],
    values: { ...named(after, lots), price: priceOf(after, price), result },
    subjectId: after.id,
    ...(closedBy !== 'close_out' && closedBy !== 'admin' && { quiet: true }),
  };
}

/** What became of an order that waited. `why` is the code of the refusal at its trigger, with the values of its sentence. */
export function orderNotification(
  order: Order,
  template:
    | 'order-filled'
    | 'order-expired'
    | 'order-rejected'
    | 'order-cancelled-by-other'
    | 'order-cancelled-by-split',
  values: Readonly<Record<string, string>> = {},
): NotificationDraft {
  return {
    userId: order.clientId,
    template,
    values: {
      ...named(order, order.lots),
      type: order.type.replace('_', '-'),
      price: priceOf(order, order.limitPrice ?? order.stopPrice ?? 0n),
      amount: formatUsd(order.amount),
      ...values,
    },
    subjectId: order.tradeId ?? order.id,
    ...(template !== 'order-rejected' && { quiet: true }),
  };
}

export function expiredNotification(order: Order): NotificationDraft {
  const ended = order.timeInForce === 'day' ? 'The trading day ended' : 'Its end date passed';
  return orderNotification(order, 'order-expired', { ended });
}

/** A position has lost this many tenths of its collateral. */
export function lossNotification(trade: Trade, step: number, loss: Cents): NotificationDraft {
  return {
    userId: trade.clientId,
    template: 'trade-losing',
    values: { ...named(trade, trade.openLots), percent: `${step * 10}%`, loss: formatUsd(loss) },
    subjectId: trade.id,
  };
}

function named(trade: Pick<Trade, 'symbol' | 'side'>, lots: bigint): Record<string, string> {
  return { symbol: trade.symbol, side: trade.side === 'buy' ? 'Buy' : 'Sell', lots: lotsText(lots) };
}

export function priceOf(trade: Pick<Trade, 'symbol'>, price: bigint): string {
  return shownPrice(price, instrument(trade.symbol).digits);
}

/** Hundredths: 10n is "0.10". */
export function lotsText(lots: bigint): string {
  const digits = lots.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
