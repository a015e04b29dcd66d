import { MARGIN_CALLS } from '@clearbook/domain/actions';
import { PARTIES } from '@clearbook/domain/ledger';
import type { Command, State } from '@clearbook/domain/ledger';
import { conversionPair, dealtQuote, instrument, type Price, priceStep, type Symbol } from '@clearbook/domain/market';
import type { Target, Trade } from '@clearbook/domain/positions';
import {
  awaited,
  effectiveMarkup,
  financingDay,
  isClosedOut,
  isExitReached,
  isTriggered,
  lossSteps,
  type Order,
  type OrderLeg,
  type Trigger,
  type TriggerClose,
  triggerRate,
} from '@clearbook/domain/trading';
import { isInShares } from './actions.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Orders that wait, what closes a trade by itself, and what a night costs: what clients and the product's own engine send, and how often. */
export const ORDER_WEIGHTS = [
  ['place_order', 14],
  ['amend_order', 4],
  ['cancel_order', 3],
  ['cancel_orders', 1],
  ['expire_order', 3],
  ['fill_order', 14],
  ['amend_trade', 9],
  ['record_trailing_peak', 4],
  ['trigger_close', 14],
  ['alert_loss', 3],
  ['charge_financing', 7],
  ['fill_pending_close', 2],
  ['cancel_close', 1],
  ['break_even', 3],
  ['reverse_trade', 5],
  ['set_margin_calls', 2],
  ['alert_margin', 4],
] as const;

export type OrderKind = (typeof ORDER_WEIGHTS)[number][0];

type Draw = {
  readonly random: Random;
  readonly world: World;
  readonly state: State;
  readonly now: Date;
  /** A market order of somebody, as big as they can pay for. */
  readonly open: () => Extract<Command, { kind: 'open_trade' }> | undefined;
  readonly order: (fits: (order: Order) => boolean) => Order | undefined;
  readonly trade: (fits: (trade: Trade) => boolean) => Trade | undefined;
  readonly ownerOrOther: (clientId: string) => string;
};

const CLOSING: readonly TriggerClose['why'][] = ['stop', 'take_profit', 'trailing_stop', 'close_out'];

/** A command of this kind that could make sense now, or undefined where there is nothing to do it about. */
export function orderCommand(kind: OrderKind, draw: Draw): Command | undefined {
  const { random, world, now, ownerOrOther } = draw;
  switch (kind) {
    case 'place_order':
      return placing(draw);
    case 'cancel_orders': {
      const order = draw.order(isWorking);
      return (
        order && {
          kind,
          clientId: ownerOrOther(order.clientId),
          ...(random.chance(0.6) && { symbol: order.symbol }),
          ...(random.chance(0.4) && { type: order.type }),
        }
      );
    }
    case 'amend_order': {
      const order = draw.order(isWorking);
      return order && amending(draw, order);
    }
    case 'cancel_order':
    case 'expire_order': {
      const order = draw.order(
        (one) => isWorking(one) && (kind === 'cancel_order' || isOver(one, now) || random.chance(0.1)),
      );
      return order && { kind, clientId: ownerOrOther(order.clientId), orderId: order.id };
    }
    case 'fill_order': {
      const order = draw.order((one) => isWorking(one) && isPriced(draw, one) && isTriggered(one, dealt(draw, one)));
      return (
        order && { kind, clientId: order.clientId, orderId: order.id, trigger: triggerOf(world, order.symbol, now) }
      );
    }
    case 'amend_trade': {
      const trade = draw.trade(isActive);
      if (trade === undefined) return undefined;
      const quote = dealt(draw, trade);
      const closing = trade.side === 'buy' ? quote.bid : quote.ask;
      return {
        kind,
        clientId: ownerOrOther(trade.clientId),
        tradeId: trade.id,
        ...protections(draw, trade.symbol, trade.side, closing),
      };
    }
    case 'set_margin_calls': {
      const trade = draw.trade(isActive);
      const levels = [150, 120, 100, 80, 60, 400].filter(() => random.chance(0.4));
      return trade && { kind, clientId: trade.clientId, levels: random.chance(0.05) ? [50] : levels };
    }
    case 'alert_margin': {
      const told = (one: Trade) => draw.state.of(MARGIN_CALLS).has(one.clientId);
      const trade = draw.trade((one) => isActive(one) && isPriced(draw, one) && (told(one) || random.chance(0.02)));
      return (
        trade && { kind, clientId: trade.clientId, tradeId: trade.id, trigger: triggerOf(world, trade.symbol, now) }
      );
    }
    case 'reverse_trade': {
      const trade = draw.trade(isActive);
      return (
        trade && {
          kind,
          clientId: ownerOrOther(trade.clientId),
          tradeId: trade.id,
          amount: random.chance(0.7) ? null : random.bigBetween(1n, 500_000n),
        }
      );
    }
    case 'break_even': {
      const trade = draw.trade((one) => isActive(one) && stepsOf(draw, one) === 0);
      return (
        trade && {
          kind,
          clientId: ownerOrOther(trade.clientId),
          tradeId: trade.id,
          at: random.chance(0.5) ? 'entry' : 'costs',
        }
      );
    }
    case 'record_trailing_peak': {
      const trade = draw.trade((one) => isActive(one) && isPriced(draw, one) && one.trailingDistance !== null);
      return trade && { kind, clientId: trade.clientId, tradeId: trade.id, peak: world.feedQuote(trade.symbol, now) };
    }
    case 'trigger_close': {
      const trade = draw.trade((one) => isActive(one) && CLOSING.some((why) => isReached(draw, one, why)));
      if (trade === undefined) return undefined;
      const why = CLOSING.find((one) => random.chance(0.95) && isReached(draw, trade, one)) ?? random.pick(CLOSING);
      const earlier = new Date(now.getTime() - 4_000);
      return {
        kind,
        clientId: trade.clientId,
        tradeId: trade.id,
        why,
        trigger: triggerOf(world, trade.symbol, now),
        ...(why === 'trailing_stop' && random.chance(0.3) && { peak: world.feedQuote(trade.symbol, earlier) }),
      };
    }
    case 'fill_pending_close': {
      const trade = draw.trade((one) => isActive(one) && (one.closingLots !== null || random.chance(0.05)));
      return (
        trade && { kind, clientId: trade.clientId, tradeId: trade.id, trigger: triggerOf(world, trade.symbol, now) }
      );
    }
    case 'cancel_close': {
      const trade = draw.trade((one) => isActive(one) && (one.closingLots !== null || random.chance(0.05)));
      return trade && { kind, clientId: ownerOrOther(trade.clientId), tradeId: trade.id };
    }
    case 'alert_loss': {
      const trade = draw.trade((one) => isActive(one) && isPriced(draw, one) && stepsOf(draw, one) > one.lossStep);
      return (
        trade && {
          kind,
          clientId: trade.clientId,
          tradeId: trade.id,
          step: Math.max(1, stepsOf(draw, trade)),
          trigger: triggerOf(world, trade.symbol, now),
        }
      );
    }
    case 'charge_financing': {
      const day = financingDay(now);
      const trade = draw.trade((one) => isActive(one) && isPriced(draw, one) && (one.financedThrough ?? '') < day);
      return (
        trade && { kind, clientId: trade.clientId, tradeId: trade.id, day, marks: triggerOf(world, trade.symbol, now) }
      );
    }
  }
}

/** An order of any type that is good for any time, now and then under an id that its client has used before. */
function placing(draw: Draw): Command | undefined {
  const { random, now } = draw;
  const terms = draw.open();
  const symbol = terms?.symbol as Symbol | undefined;
  if (terms === undefined || symbol === undefined) return undefined;
  const type = random.pick(['limit', 'limit', 'stop', 'stop_limit'] as const);
  const below = (terms.side === 'buy') === (type === 'limit');
  const own = near(draw, symbol, below !== random.chance(0.05));
  const price = type === 'stop_limit' ? moved(draw, symbol, own) : own;
  const timeInForce = random.pick(['gtc', 'gtc', 'day', 'gtd', random.chance(0.5) ? 'ioc' : 'fok'] as const);
  const immediate = timeInForce === 'ioc' || timeInForce === 'fok';
  return {
    ...terms,
    ...protections(draw, symbol, terms.side, immediate ? near(draw, symbol, terms.side === 'sell') : price),
    kind: 'place_order',
    type,
    // What fills now or never is mostly placed where it fills.
    price: immediate && random.chance(0.7) ? near(draw, symbol, !below) : price,
    timeInForce,
    ...(type === 'stop_limit' && { stopPrice: own }),
    ...(timeInForce === 'gtd' && { expiresAt: someTime(draw, now) }),
    ...(random.chance(type === 'stop_limit' || immediate ? 0.03 : 0.35) && { oco: other(draw, symbol, terms) }),
    ...(random.chance(0.4) && { clientOrderId: `own-${random.bigBetween(1n, 40n)}` }),
  };
}

/** The one that a linked order cancels, on either side. */
function other(
  draw: Draw,
  symbol: Symbol,
  { side, lots, amount }: Pick<OrderLeg, 'side' | 'lots' | 'amount'>,
): OrderLeg {
  const turned = side === 'buy' ? 'sell' : 'buy';
  return leg(draw, symbol, { side: draw.random.chance(0.5) ? side : turned, lots, amount });
}

/** What can be changed of an order that waits. */
function amending(draw: Draw, order: Order): Command {
  const { random, now } = draw;
  const waits = awaited(order);
  const own = near(draw, order.symbol, (order.side === 'buy') === (waits.of === 'limit'));
  const both = order.type === 'stop_limit' && order.triggeredAt === null;
  const limitPrice = both ? moved(draw, order.symbol, own) : own;
  const protect = protections(draw, order.symbol, order.side, both ? limitPrice : own);
  const timeInForce = random.pick(['gtc', 'day', 'gtd'] as const);
  const change = random.pick([
    {
      ...(order.limitPrice !== null && { limitPrice }),
      ...((order.limitPrice === null || both || random.chance(0.05)) && { stopPrice: own }),
      ...protect,
    },
    { lots: order.lots + 1n, amount: order.amount + random.bigBetween(0n, 50_000n) },
    { stopLoss: null, trailingDistance: null },
    { timeInForce, ...(timeInForce === 'gtd' && { expiresAt: someTime(draw, now) }) },
  ]);
  return { kind: 'amend_order', clientId: draw.ownerOrOther(order.clientId), orderId: order.id, ...change };
}

/** Within the next hours, and rarely a moment that is over. */
function someTime({ random }: Draw, now: Date): Date {
  return new Date(now.getTime() + Number(random.bigBetween(random.chance(0.1) ? -60_000n : 1n, 14_400_000n)));
}

/** A limit on either side of a stop. */
function moved({ random }: Draw, symbol: Symbol, price: Price): Price {
  const apart = (price * random.bigBetween(1n, 60n)) / 10_000n;
  return inSteps(symbol, random.chance(0.6) ? price + apart : price - apart);
}

function isReached(draw: Draw, trade: Trade, why: TriggerClose['why']): boolean {
  const quote = dealt(draw, trade);
  return why === 'close_out' ? isClosedOut(trade, quote, rateOf(draw, trade)) : isExitReached(trade, why, quote);
}

function stepsOf(draw: Draw, trade: Trade): number {
  return lossSteps(trade, dealt(draw, trade), rateOf(draw, trade));
}

function rateOf({ world, now }: Draw, { symbol }: Trade) {
  return triggerRate(instrument(symbol).quote, triggerOf(world, symbol, now));
}

/** The quote of the moment as this row's client deals on it. */
function dealt({ state, world, now }: Draw, { clientId, symbol }: Order | Trade) {
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined) throw new Error('a row of nobody');
  return dealtQuote(world.feedQuote(symbol, now), effectiveMarkup(party));
}

function isWorking({ status }: Order): boolean {
  return status === 'working';
}

function isActive({ status }: Trade): boolean {
  return status === 'active';
}

/** The product holds no price of new shares against a row of old ones; what does is refused, and closes below try it. */
function isPriced({ state, now }: Draw, row: Order | Trade): boolean {
  return isInShares(state, row, now);
}

function isOver({ expiresAt }: Order, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** An order on its own side of the market, most of the time. */
function leg(draw: Draw, symbol: Symbol, size: Pick<OrderLeg, 'side' | 'lots' | 'amount'>): OrderLeg {
  const type = draw.random.chance(0.5) ? 'limit' : 'stop';
  const below = (size.side === 'buy') === (type === 'limit');
  const price = near(draw, symbol, below !== draw.random.chance(0.05));
  return { ...size, ...protections(draw, symbol, size.side, price), type, price };
}

/** The quote of a moment with the dollar pairs that anything about its symbol could need. */
function triggerOf(world: World, symbol: Symbol, now: Date): Trigger {
  const of = instrument(symbol);
  const conversions = [of.base, of.quote].flatMap((currency) => {
    const pair = conversionPair(currency)?.symbol;
    return pair === undefined || pair === symbol ? [] : [world.feedQuote(pair, now)];
  });
  return { quote: world.feedQuote(symbol, now), conversions };
}

/** A price up to two percent away, in whole steps of the feed's last decimal. */
function near({ random, world, now }: Draw, symbol: Symbol, below: boolean): Price {
  const mid = world.mid(symbol, now);
  const apart = (mid * random.bigBetween(5n, 200n)) / 10_000n;
  return inSteps(symbol, below ? mid - apart : mid + apart);
}

function inSteps(symbol: Symbol, price: Price): Price {
  const step = priceStep(instrument(symbol));
  const steps = price / step;
  return (steps === 0n ? 1n : steps) * step;
}

/** Up to three parts of a trade, each as far again from a price as the first. */
function scaleOut(random: Draw['random'], first: Price, price: Price, symbol: Symbol): Target[] {
  return Array.from({ length: 1 + Number(random.bigBetween(0n, 2n)) }, (_, index) => ({
    price: inSteps(symbol, first + (first - price) * BigInt(index)),
    lots: random.bigBetween(1n, 4n),
  }));
}

/** Stops and targets on their sides of a price, most of the time. */
function protections({ random }: Draw, symbol: Symbol, side: 'buy' | 'sell', price: Price) {
  const losing = side === 'buy' ? -1n : 1n;
  const away = (sign: bigint) => inSteps(symbol, price + (sign * price * random.bigBetween(30n, 300n)) / 10_000n);
  const targets = random.chance(0.3) ? scaleOut(random, away(-losing), price, symbol) : null;
  const last = targets?.at(-1)?.price ?? price;
  return {
    stopLoss: random.chance(0.4) ? away(random.chance(0.03) ? -losing : losing) : null,
    // Beyond the targets, but for a few that are refused.
    takeProfit: random.chance(0.4) ? away(-losing) + (random.chance(0.95) ? last - price : 0n) : null,
    targets,
    trailingDistance: random.chance(0.25) ? inSteps(symbol, (price * random.bigBetween(30n, 300n)) / 10_000n) : null,
  };
}
