import {
  cents,
  day,
  fixed,
  id,
  int,
  lots,
  nullable,
  oneOf,
  price,
  type RowOf,
  rowsOf,
  symbol,
  table,
  text,
  time,
  units,
} from '../../kernel/table.ts';
import { PROTECTION_COLUMNS, SIDES } from '../positions/model.ts';

/** An order that waits for its price. It holds no money: at its trigger it is decided like a market order. */
export const ORDERS = table(
  'working_order',
  {
    id,
    clientId: fixed(id),
    symbol: fixed(symbol),
    side: fixed(oneOf(...SIDES)),
    lots,
    /** Collateral that the client will put up. */
    amount: cents,
    type: fixed(oneOf('limit', 'stop', 'stop_limit')),
    timeInForce: oneOf('gtc', 'day', 'gtd', 'ioc', 'fok'),
    /** The price of a limit order and of a stop order: one of them. A stop-limit order has both. */
    limitPrice: nullable(price),
    stopPrice: nullable(price),
    ...PROTECTION_COLUMNS,
    status: oneOf('working', 'filled', 'cancelled', 'expired', 'rejected'),
    /** When a day order ends, and one that is good till a date. */
    expiresAt: nullable(time),
    /** Why it ended: who cancelled it, or the code of the refusal at its trigger. */
    reason: nullable(text),
    tradeId: nullable(id),
    /** The order that this one cancels, and that cancels it: they were placed together and end together. */
    ocoId: fixed(nullable(id)),
    at: fixed(time),
    /** Only quotes received from here on can set it off. */
    setAt: time,
    endedAt: nullable(time),
    /** When a stop-limit order's stop was reached, and the quote that did: it is a limit order from then on. */
    triggeredAt: nullable(time),
    triggerQuoteId: nullable(text),
  },
  { alone: true, rule: 'T21' },
);
export type Order = RowOf<typeof ORDERS>;
export type TimeInForce = Order['timeInForce'];
/** The working orders of a client. */
export const ORDERS_OF = rowsOf(ORDERS, 'clientId', { where: { endedAt: null } });
/** The order that is linked to a working one. */
export const ORDER_LINKED_TO = rowsOf(ORDERS, 'ocoId', { where: { endedAt: null } });

/** The id that a client's own program gave an order: no second order of that client ever has it. */
export const CLIENT_ORDER_IDS = table(
  'client_order_id',
  { clientId: fixed(id), clientOrderId: fixed(text), orderId: fixed(id) },
  { key: ['clientId', 'clientOrderId'], rule: 'T78' },
);
/** By client and that id. */
export const CLIENT_ORDER_ID = rowsOf(CLIENT_ORDER_IDS, ['clientId', 'clientOrderId']);

/** One night of a trade. */
export const FINANCING = table(
  'financing',
  {
    tradeId: id,
    /** YYYY-MM-DD in New York. */
    day,
    clientId: id,
    /** What was open. */
    lots,
    /** What left the collateral for it, and what it came to, in millionths of a cent. */
    amount: cents,
    cost: units,
    quoteId: text,
    conversionQuoteId: nullable(text),
    /** What it was charged by: how many nights, and basis points a year. */
    nights: int,
    rateBps: int,
    at: time,
  },
  { key: ['tradeId', 'day'] },
);

/** The tape: every quote that a price in the books came from. */
export const QUOTES = table(
  'quote',
  {
    id: text,
    symbol,
    bid: price,
    ask: price,
    feedBid: price,
    feedAsk: price,
    markup: price,
    source: text,
    sourceTime: time,
    receivedTime: time,
  },
  { once: true },
);

/** What a second source said when a quote was made. */
export const SECOND_QUOTES = table(
  'quote_second',
  { quoteId: text, source: text, bid: price, ask: price, sourceTime: time, deviation: units },
  { key: ['quoteId'], once: true },
);
