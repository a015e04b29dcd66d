import * as z from 'zod/mini';
import { count, cursor, id, time } from './common.ts';
import { symbol } from './market.ts';
import { messages } from './messages.ts';
import { money, price, usdAmount } from './money.ts';

export const side = z.enum(['buy', 'sell'], { error: messages.trade.sideRequired });
export type Side = z.infer<typeof side>;

const LOTS = /^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/;

/** Lots as a decimal string in steps of 0.01. */
export const lots = z.string({ error: messages.trade.lotsRequired }).check(
  z.refine((text) => text.trim() !== '', { error: messages.trade.lotsRequired, abort: true }),
  z.refine((text) => !text.startsWith('-'), { error: messages.trade.lotsPositive, abort: true }),
  z.refine((text) => LOTS.test(text), { error: messages.trade.lotsNumber, abort: true }),
  z.refine((text) => /[1-9]/.test(text), { error: messages.trade.lotsPositive }),
);

export const placeOrderBody = z.strictObject({
  symbol: z
    .string({ error: messages.trade.assetRequired })
    .check(z.regex(/^[A-Z][A-Z.]{0,9}$/, { error: messages.trade.assetRequired })),
  side,
  lots,
  amount: usdAmount(messages.trade.amountRequired),
  /** Limit and stop orders come with the order book of pending orders; a market order fills at once. */
  type: z.literal('market', { error: messages.trade.typeUnknown }),
});
export type PlaceOrderBody = z.infer<typeof placeOrderBody>;

export const placedOrder = z.strictObject({
  id,
  status: z.enum(['filled']),
  trade_id: id,
  filled_price: price,
  quote_id: z.string(),
});

export const trade = z.strictObject({
  id,
  symbol,
  side,
  lots: z.string(),
  amount: money,
  required_margin: money,
  leverage: z.number(),
  status: z.enum(['active', 'closed']),
  outcome: z.enum(['pending', 'profit', 'loss', 'even']),
  /** What staff wrote down by hand: the whole result of a recorded trade, or what was added as they closed one. Never in a performance figure. */
  manual: z.nullable(z.strictObject({ reason: z.string(), amount: money })),
  /** Null for a trade that staff recorded: no quote stands behind it. */
  entry_price: z.nullable(price),
  entry_quote_id: z.nullable(z.string()),
  opened_at: time,
  exit_price: z.nullable(price),
  exit_quote_id: z.nullable(z.string()),
  closed_at: z.nullable(time),
  closed_by: z.nullable(z.enum(['client', 'stop', 'close_out', 'admin', 'copy'])),
  realized_pl: z.nullable(money),
  /** Loss beyond the collateral, which the house bore and the client does not owe. */
  shortfall_covered: z.nullable(money),
  /** The trader whose trade this one mirrors. */
  copied_from: z.nullable(z.strictObject({ trader_id: id, name: z.string(), copy_id: id })),
});
export type Trade = z.infer<typeof trade>;

export const tradesQuery = z.strictObject({
  state: z.optional(z.enum(['active', 'closed'])),
  limit: count(200),
  /** Milliseconds since 1970, and a trade's id. */
  cursor: cursor(/^\d{1,13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

export const closeTradeBody = z.optional(z.nullable(z.strictObject({ lots: z.optional(lots) })));
export const closedTrade = z.strictObject({ id, realized_pl: money, exit_price: price, exit_quote_id: z.string() });

const explainedQuote = z.strictObject({
  id: z.string(),
  symbol,
  bid: price,
  ask: price,
  feed_bid: price,
  feed_ask: price,
  markup: price,
  source: z.string(),
  source_time: time,
  received_time: time,
});
/** "Why this price?": each fill with its quote and the formula with its numbers. */
export const priceExplanation = z.strictObject({
  trade_id: id,
  fills: z.array(
    z.strictObject({
      id,
      side,
      lots: z.string(),
      price,
      at: time,
      rule: z.string(),
      quote: explainedQuote,
      conversion: z.nullable(explainedQuote),
      formula: z.string(),
      realized_pl: z.nullable(money),
    }),
  ),
});
