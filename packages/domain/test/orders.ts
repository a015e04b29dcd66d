import type { AnyDecision, Context } from '../src/kernel/decision.ts';
import { PARTIES } from '../src/kernel/party.ts';
import type { State } from '../src/kernel/state.ts';
import { apply } from '../src/ledger/apply.ts';
import { decide } from '../src/ledger/decide.ts';
import { type FeedQuote, parsePrice, type Symbol } from '../src/market/index.ts';
import { type Trade, TRADES } from '../src/modules/positions/model.ts';
import { type Order, ORDERS } from '../src/modules/trading/model.ts';
import type { PlaceOrder } from '../src/modules/trading/place-order.ts';
import type { Trigger } from '../src/modules/trading/triggers.ts';
import { CLIENT, NOON, partyOf } from './kit.ts';

/** A feed quote of "bid ask" (or one price), received some seconds after noon. */
export function feedQuote(symbol: Symbol, prices: string, seconds = 0): FeedQuote {
  const [bid = '', ask = bid] = prices.split(' ');
  const at = new Date(NOON.getTime() + seconds * 1_000);
  return {
    id: `${symbol}:${prices}@${seconds}`,
    symbol,
    bid: parsePrice(bid),
    ask: parsePrice(ask),
    source: 'test',
    sourceTime: at,
    receivedTime: at,
  };
}

export function trigger(symbol: Symbol, prices: string, seconds = 1, conversions: FeedQuote[] = []): Trigger {
  return { quote: feedQuote(symbol, prices, seconds), conversions };
}

/** The context, some seconds later. */
export function later(context: Context, seconds: number): Context {
  return { ...context, now: new Date(NOON.getTime() + seconds * 1_000) };
}

/** Decides, applies, and gives the decision back. */
export function run(state: State, command: Parameters<typeof decide>[1], context: Context): AnyDecision {
  const decision = decide(state, command, context);
  apply(state, decision, context.now);
  return decision;
}

export function place(over: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    kind: 'place_order',
    clientId: CLIENT,
    symbol: 'EURUSD',
    side: 'buy',
    lots: 10n,
    amount: 80_000n,
    type: 'limit',
    timeInForce: 'gtc',
    price: parsePrice('1.09'),
    ...over,
  };
}

export function theOrder(state: State): Order {
  const [order] = [...state.of(ORDERS).values()].slice(-1);
  if (order === undefined) throw new Error('no order');
  return order;
}

export function theTrade(state: State): Trade {
  const [trade] = [...state.of(TRADES).values()].slice(-1);
  if (trade === undefined) throw new Error('no trade');
  return trade;
}

/** A client without a mark-up: what is dealt is what the feed says. */
export function withoutMarkup(state: State): State {
  state.of(PARTIES).set(CLIENT, { ...partyOf(state), markup: 0 });
  return state;
}
