import type { Order, Quote, Side, Trade } from '@clearbook/contracts';
import type { Level } from './level-primitive.ts';

/** What a line belongs to and which of its prices it is. */
export type Line = {
  readonly key: string;
  readonly of: 'trade' | 'order';
  readonly id: string;
  readonly side: Side;
  readonly lots: string;
  readonly what: 'entry' | 'price' | 'stop_loss' | 'take_profit' | 'trailing' | 'close_out';
  readonly tone: Level['tone'];
  readonly price: string;
  /** Can be pulled: the client chose it, so it is no fact. */
  readonly movable: boolean;
};

/** Lines of one symbol's open positions and working orders, in the order in which they are read out. */
export function linesOf(symbol: string, trades: readonly Trade[], orders: readonly Order[]): Line[] {
  return [
    ...trades.filter((trade) => trade.symbol === symbol && trade.status === 'active').flatMap(ofTrade),
    ...orders.filter((order) => order.symbol === symbol && order.status === 'working').flatMap(ofOrder),
  ];
}

function ofTrade(trade: Trade): Line[] {
  const base = { of: 'trade', id: trade.id, side: trade.side, lots: trade.lots_open } as const;
  const line = (what: Line['what'], tone: Line['tone'], price: string | null, movable: boolean): Line[] =>
    price === null ? [] : [{ ...base, key: `${trade.id}:${what}`, what, tone, price, movable }];
  return [
    ...line('entry', 'entry', trade.entry_price, false),
    ...line('stop_loss', 'stop', trade.stop_loss, true),
    ...line('take_profit', 'target', trade.take_profit, true),
    ...line('trailing', 'trailing', trade.trailing_stop, false),
    ...line('close_out', 'closeOut', trade.close_out_price, false),
  ];
}

function ofOrder(order: Order): Line[] {
  const base = { of: 'order', id: order.id, side: order.side, lots: order.lots, movable: true } as const;
  const line = (what: Line['what'], tone: Line['tone'], price: string | null): Line[] =>
    price === null ? [] : [{ ...base, key: `${order.id}:${what}`, what, tone, price }];
  return [
    ...line('price', 'order', order.limit_price ?? order.stop_price),
    ...line('stop_loss', 'stop', order.stop_loss),
    ...line('take_profit', 'target', order.take_profit),
  ];
}

/** The protections of a trade with one of them changed: the route takes all three at once. */
export function amended(
  trade: Pick<Trade, 'stop_loss' | 'take_profit' | 'trailing_distance'>,
  what: 'stop_loss' | 'take_profit',
  price: string | null,
): Pick<Trade, 'stop_loss' | 'take_profit' | 'trailing_distance'> {
  const { stop_loss, take_profit, trailing_distance } = trade;
  return { stop_loss, take_profit, trailing_distance, [what]: price };
}

/** Where a new stop or target begins: so far from where the position would close now that it cannot be met right away. */
export function firstPrice(
  side: Side,
  what: 'stop_loss' | 'take_profit',
  quote: Quote,
  distance: number,
  digits: number,
): string {
  const closing = Number(side === 'buy' ? quote.bid : quote.ask);
  const away = (side === 'buy') === (what === 'take_profit') ? distance : -distance;
  return Math.max(10 ** -digits, closing + away).toFixed(digits);
}

/** So many steps of the last decimal further, never below one. */
export function stepped(price: string, steps: number, digits: number): string {
  const scale = 10 ** digits;
  return (Math.max(1, Math.round(Number(price) * scale) + steps) / scale).toFixed(digits);
}
