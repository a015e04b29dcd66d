import * as z from 'zod/mini';
import { count, time } from './common.ts';
import { messages } from './messages.ts';
import { price } from './money.ts';

export const assetClass = z.enum(['forex', 'crypto', 'stock']);
export const symbol = z.string().check(z.regex(/^[A-Z][A-Z.]{0,9}$/));

export const instrument = z.strictObject({
  symbol,
  name: z.string(),
  class: assetClass,
  base: z.string(),
  quote_currency: z.string(),
  digits: z.number(),
  pip: price,
  lot_size: z.string(),
  lot_step: z.string(),
  min_notional: z.string(),
  /** What this client may use now: the regulatory cap or less. */
  leverage: z.number(),
  leverage_cap: z.number(),
  /** The client's own mark-up, added half to each side: pips for forex, basis points otherwise. */
  markup: z.string(),
  open: z.boolean(),
  reopens_at: z.nullable(time),
});
export type Instrument = z.infer<typeof instrument>;
export const instrumentList = z.strictObject({ data: z.array(instrument) });

/** A quote as this client deals on it, mark-up included. */
export const quote = z.strictObject({
  id: z.string(),
  symbol,
  bid: price,
  ask: price,
  source: z.string(),
  time,
});
export type Quote = z.infer<typeof quote>;
export const quotesQuery = z.strictObject({ symbols: z.optional(z.string().check(z.maxLength(1000))) });
export const quoteList = z.strictObject({ data: z.array(quote), source: z.string(), label: z.string() });

export const barsQuery = z.strictObject({
  symbol,
  interval: z.enum(['1m', '5m', '15m', '1h', '4h', '1d']),
  limit: count(1000),
});
/** A batch of at most every instrument there is, with room for more. */
export const SPARKLINES_MAX = 100;
export const sparklinesQuery = z.strictObject({ symbols: z.string().check(z.maxLength(1000)) });
/** The way of a day's prices, for drawing only: closes of the last hours, oldest first. */
export const sparkline = z.strictObject({
  symbol,
  /** The open of the newest bar's day in UTC: what "today" is measured from. Null without bars. */
  since: z.nullable(price),
  closes: z.array(price),
});
export type SparklineWire = z.infer<typeof sparkline>;
export const sparklineList = z.strictObject({ data: z.array(sparkline) });

export const WATCHLIST_MAX = 100;
/** What a client keeps an eye on, in their own order. */
export const watchlist = z.strictObject({ symbols: z.array(symbol) });
export const putWatchlistBody = z.strictObject({
  symbols: z.array(symbol).check(
    z.maxLength(WATCHLIST_MAX, { error: messages.market.watchlistFull(WATCHLIST_MAX) }),
    z.refine((list) => new Set(list).size === list.length, { error: messages.market.watchlistTwice }),
  ),
});

export const bar = z.strictObject({ time, open: price, high: price, low: price, close: price });
export const barList = z.strictObject({ data: z.array(bar) });
