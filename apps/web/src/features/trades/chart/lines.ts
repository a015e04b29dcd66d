import type { Order, Quote, Side, Trade } from '@clearbook/contracts';
import { centsText, toUnits } from '../../../lib/decimal.ts';
import { MOST_TARGETS } from '../ticket/targets.ts';
import type { Level } from './level-primitive.ts';

/** What a line belongs to and which of its prices it is. */
export type Line = {
  readonly key: string;
  readonly of: 'trade' | 'order';
  readonly id: string;
  readonly side: Side;
  readonly lots: string;
  readonly what:
    | 'entry'
    | 'price'
    | 'limit_price'
    | 'stop_price'
    | 'stop_loss'
    | 'take_profit'
    | 'target'
    | 'trailing'
    | 'close_out';
  readonly tone: Level['tone'];
  readonly price: string;
  /** Can be pulled: the client chose it, so it is no fact. */
  readonly movable: boolean;
  /** Which of the targets it is, and how much closes there. */
  readonly part?: { readonly index: number; readonly lots: string; readonly further?: boolean };
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
    ...ofTargets(base, trade.targets),
    ...line('trailing', 'trailing', trade.trailing_stop, false),
    ...line('close_out', 'closeOut', trade.close_out_price, false),
  ];
}

function ofOrder(order: Order): Line[] {
  const base = { of: 'order', id: order.id, side: order.side, lots: order.lots, movable: true } as const;
  const line = (what: Line['what'], tone: Line['tone'], price: string | null): Line[] =>
    price === null ? [] : [{ ...base, key: `${order.id}:${what}`, what, tone, price }];
  return [
    ...prices(order, line),
    ...line('stop_loss', 'stop', order.stop_loss),
    ...line('take_profit', 'target', order.take_profit),
    ...ofTargets(base, order.targets),
  ];
}

/** A line for each part that closes at a price of its own. */
function ofTargets(base: Pick<Line, 'of' | 'id' | 'side' | 'lots'>, targets: Trade['targets']): Line[] {
  return (targets ?? []).map(({ price, lots }, index) => ({
    ...base,
    ...{ key: `${base.id}:target:${index}`, what: 'target', tone: 'target', price, movable: true },
    part: { index, lots },
  }));
}

type MakeLine = (what: Line['what'], tone: Line['tone'], price: string | null) => Line[];

/** A stop-limit order has a line for each of its prices, until its stop is reached. */
function prices({ type, limit_price: limit, stop_price: stop, triggered_at: reached }: Order, line: MakeLine): Line[] {
  if (type !== 'stop_limit') return line('price', 'order', limit ?? stop);
  return [...(reached === null ? line('stop_price', 'order', stop) : []), ...line('limit_price', 'order', limit)];
}

/** Whether it is the price of an order: pulled to another one, and never taken away. */
export function isOrderPrice({ what }: Line): boolean {
  return what === 'price' || what === 'limit_price' || what === 'stop_price';
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
  quote: Pick<Quote, 'bid' | 'ask'>,
  distance: number,
  digits: number,
): string {
  const closing = Number(side === 'buy' ? quote.bid : quote.ask);
  const away = (side === 'buy') === (what === 'take_profit') ? distance : -distance;
  return Math.max(10 ** -digits, closing + away).toFixed(digits);
}

type Targeted = Pick<Trade, 'targets' | 'take_profit'>;

/** The target that comes after those there are: half of what they leave. Undefined where they leave nothing, or are as many as there can be. */
export function furtherPart(lots: string, targets: Trade['targets']): Line['part'] {
  const all = targets ?? [];
  const left = toUnits(lots, 2) - all.reduce((sum, each) => sum + toUnits(each.lots, 2), 0n);
  if (left <= 0n || all.length >= MOST_TARGETS) return undefined;
  return { index: all.length, lots: centsText((left + 1n) / 2n), further: true };
}

/** Where it begins: beyond the last target, and halfway to the take profit where there is one. */
export function furtherPrice(
  side: Side,
  { targets, take_profit: end }: Targeted,
  quote: Pick<Quote, 'bid' | 'ask'>,
  distance: number,
  digits: number,
): string {
  const from = targets?.at(-1)?.price ?? (side === 'buy' ? quote.bid : quote.ask);
  if (end !== null) return ((Number(from) + Number(end)) / 2).toFixed(digits);
  return firstPrice(side, 'take_profit', { bid: from, ask: from }, distance, digits);
}

/** How many ticks a page is: a round number of them, about a thousandth of the price, whatever the asset costs. */
export function pageSteps(price: string, digits: number): number {
  const ticks = Number(price) * 10 ** digits;
  return 10 ** Math.max(0, Math.floor(Math.log10(ticks / 1_000)));
}

/** So many steps of the last decimal further, never below one. */
export function stepped(price: string, steps: number, digits: number): string {
  const scale = 10 ** digits;
  return (Math.max(1, Math.round(Number(price) * scale) + steps) / scale).toFixed(digits);
}
