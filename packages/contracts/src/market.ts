import * as z from 'zod/mini';
import { count, cursor, cursorList, day, id, listQuery, time } from './common.ts';
import { INTERVALS } from './intervals.ts';
import { messages } from './messages.ts';
import { decimal, money, price } from './money.ts';

export const assetClass = z.enum(['forex', 'crypto', 'stock']);
export const symbol = z.string().check(z.regex(/^[A-Z][A-Z.]{0,9}$/, { error: messages.market.symbolFormat }));

const financingRate = z.strictObject({ percent_year: z.string(), percent_night: z.string() });
const financingRates = { buy: financingRate, sell: financingRate };

export const instrument = z.strictObject({
  symbol,
  name: z.string(),
  class: assetClass,
  base: z.string(),
  quote_currency: z.string(),
  digits: z.number(),
  /** The tick: every price that is dealt, and every price in an order, is a whole multiple of it. */
  price_increment: price,
  pip: price,
  lot_size: z.string(),
  lot_step: z.string(),
  min_notional: z.string(),
  /** What this client may use now: the regulatory cap or less. */
  leverage: z.number(),
  leverage_cap: z.number(),
  /** The client's own mark-up, added half to each side: pips for forex, basis points otherwise. */
  markup: z.string(),
  /** Financing of a position that was bought and of one that was sold, at the next charge. */
  financing_rates: z.strictObject(financingRates),
  open: z.boolean(),
  reopens_at: z.nullable(time),
});
export type Instrument = z.infer<typeof instrument>;
/** From the tenth to the ninetieth of a hundred of the quotes of a time, as a client deals on them. Pips for forex, basis points otherwise. */
export const usualSpread = z.strictObject({
  low: z.string(),
  high: z.string(),
  from: time,
  until: time,
  quotes: z.number(),
});
export type UsualSpread = z.infer<typeof usualSpread>;
/** Everything about one instrument that a client may want to know before trading it. */
export const instrumentDetail = z.strictObject({
  ...instrument.shape,
  /** Whether a trade of it could be closed at this moment: it is open, with a good price, and so is what converts it. */
  priced: z.boolean(),
  /** Distance of bid and ask as the source quotes them, before the mark-up: pips for forex, basis points otherwise. */
  base_spread: z.string(),
  /** What two people agreed to add to it for all clients, now, and from when on something else, where that is known. */
  added_spread: z.string(),
  spread_change: z.nullable(z.strictObject({ from: time, added_spread: z.string() })),
  /** Whether sessions follow the calendar below; recorded candles have hours of their own. */
  hours: z.enum(['always', 'forex_week', 'exchange_day', 'recording']),
  /** The session's end while open; null where there is none. */
  closes_at: z.nullable(time),
  holidays: z.array(
    z.strictObject({
      date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
      name: z.string(),
      /** Null: it does not trade that day at all. */
      closes_at: z.nullable(time),
      reopens_at: time,
    }),
  ),
  /** Overnight financing of a buy on the notional, in percent, for a year and for one night of it (six decimals), and when it is next taken. */
  financing_percent_year: z.string(),
  financing_percent_night: z.string(),
  financing_next_at: time,
  /** How many nights the next charge counts, and when the next one of three nights is: null where every night is charged by itself. */
  financing_next_nights: z.number(),
  financing_triple_at: z.nullable(time),
  /** From which charge on financing is at other rates, as two people agreed; null where none are known. */
  financing_change: z.nullable(z.strictObject({ from: time, ...financingRates })),
  /** Distance of bid and ask as this client deals now, null without a price; and its usual range. Pips for forex, basis points otherwise. */
  spread: z.nullable(z.string()),
  usual_spread: z.nullable(usualSpread),
  /** A move beyond this from one price to the next is not dealt on until it is confirmed. Percent. */
  jump_limit_percent: z.string(),
  /** A price older than this opens no trade. */
  stale_after_seconds: z.number(),
  /** Who quotes it now, in words; null while nobody does. */
  price_source: z.nullable(z.string()),
});
export type InstrumentDetail = z.infer<typeof instrumentDetail>;
export const instrumentParams = z.strictObject({ id: symbol });

export const classState = z.enum(['good', 'partly', 'closed', 'set_aside', 'stale', 'silent']);
export type ClassState = z.infer<typeof classState>;

/** How prices stand, class by class. */
export const marketStatus = z.strictObject({
  source: z.string(),
  label: z.string(),
  classes: z.array(
    z.strictObject({
      class: assetClass,
      /** `partly`: some of the open instruments have no price to deal on. The last three: none has. */
      state: classState,
      /** Since when, as far as this process knows. */
      since: z.nullable(time),
      /** Instruments with a price to deal on, of those that are open. */
      good: z.number(),
      /** Of those, whose price is fresh enough for a market order. */
      fresh: z.number(),
      open: z.number(),
      instruments: z.number(),
      reopens_at: z.nullable(time),
      /** Who quotes it now, in words. */
      sources: z.array(z.string()),
      /** A price of theirs may be this old. */
      delay_seconds: z.number(),
    }),
  ),
  /** The first instant whose ticks can be downloaded; null where the tape keeps minutes only. */
  ticks_from: z.nullable(time),
  /** The latest time within a day in which nobody watched live prices. */
  unwatched: z.nullable(z.strictObject({ from: time, until: time })),
});
export type MarketStatus = z.infer<typeof marketStatus>;

/** The same for staff, with how each connection of each source is doing. */
export const adminMarket = z.strictObject({
  ...marketStatus.shape,
  connections: z.array(
    z.strictObject({
      name: z.string(),
      classes: z.array(assetClass),
      state: z.enum(['good', 'failing']),
      since: time,
      last_price_at: z.nullable(time),
      last_error: z.nullable(z.strictObject({ at: time, cause: z.string() })),
    }),
  ),
});
export type AdminMarket = z.infer<typeof adminMarket>;

/** What a company announced for its shares. */
const announced = {
  id,
  type: z.enum(['cash_dividend', 'split']),
  symbol,
  /** Of a dividend. */
  rate: z.nullable(price),
  /** Of a split: so many new shares for so many old ones. */
  new_rate: z.nullable(z.number()),
  old_rate: z.nullable(z.number()),
  ex_date: day,
  effective_at: time,
  source: z.string(),
  source_time: time,
  recorded_at: time,
};
export const corporateAction = z.strictObject({
  ...announced,
  expected: z.nullable(money),
  /** What the client has open, and what a split makes of that. */
  lots_before: z.nullable(z.string()),
  lots: z.nullable(z.string()),
});
export type CorporateAction = z.infer<typeof corporateAction>;
export const corporateActionList = cursorList(corporateAction);
export const adminCorporateAction = z.strictObject({
  ...announced,
  positions: z.number(),
  received: money,
  paid: money,
});
export type AdminCorporateAction = z.infer<typeof adminCorporateAction>;
export const adminCorporateActionList = cursorList(adminCorporateAction);

/** What dividends brought and cost in a calendar year. */
export const dividendList = z.strictObject({
  year: z.number(),
  received: money,
  paid: money,
  data: z.array(
    z.strictObject({
      corporate_action_id: id,
      trade_id: id,
      symbol,
      side: z.enum(['buy', 'sell']),
      lots: z.string(),
      rate: price,
      ex_date: day,
      amount: money,
      at: time,
    }),
  ),
  next_cursor: z.nullable(z.string()),
});
export type DividendList = z.infer<typeof dividendList>;
export const dividendsQuery = z.strictObject({
  year: count(2_999),
  limit: count(200),
  cursor: cursor(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/),
});

export const instrumentList = cursorList(instrument);

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
export const quotesQuery = z.strictObject({
  ...listQuery.shape,
  symbols: z.optional(z.string().check(z.maxLength(1000))),
});
export const quoteList = z.strictObject({ ...cursorList(quote).shape, source: z.string(), label: z.string() });

/** Symbols in one call, and bars in one answer. */
export const BARS_SYMBOLS_MAX = 20;
export const BARS_MAX = 5_000;
const instant = z.optional(z.iso.datetime({ offset: true, error: messages.market.badTime }));
export const barsQuery = z.strictObject({
  symbol: z.optional(z.string().check(z.maxLength(20, { error: messages.market.unknown }))),
  /** Several, in place of `symbol`: each bar then says whose it is. */
  symbols: z.optional(z.string().check(z.maxLength(300, { error: messages.market.barsSymbols(BARS_SYMBOLS_MAX) }))),
  interval: z.enum(INTERVALS, { error: messages.market.badInterval }),
  limit: count(1000),
  /** Bars from before a split in the shares of now (`split`, where nothing is said), or as they were traded. */
  adjustment: z.optional(z.enum(['split', 'raw'], { error: messages.market.badAdjustment })),
  /** The time of the first bar of the part before: the next one ends where it begins. */
  cursor: z.optional(z.iso.datetime({ error: messages.common.badCursor })),
  /** Bars that begin before this: where a chart that is scrolled to the left goes on. */
  before: instant,
  /** Bars that begin at or after this. */
  start: instant,
  /** Bars that begin at or before this. */
  end: instant,
});
export type BarsQuery = z.output<typeof barsQuery>;
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

export const bar = z.strictObject({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
  /** What was traded in it, in base units; null where nobody counts. */
  volume: z.nullable(z.string()),
  /** How many quotes began in it; null where they were not counted. */
  tick_volume: z.nullable(z.int().check(z.gte(0))),
  /** Where several symbols were asked for. */
  symbol: z.optional(symbol),
});
export type Bar = z.infer<typeof bar>;
export const barList = cursorList(bar);

/** A day of the calendar in UTC. */
export const ticksQuery = z.strictObject({ day });
/** One line of a file of ticks: a quote as its source gave it, without any mark-up. */
export const tickRow = z.strictObject({
  /** When it began to hold. */
  time,
  bid: decimal,
  ask: decimal,
  quote_id: z.string(),
  /** `set_aside`: nothing could fill at it, since it was too far from the one before to be trusted yet. */
  state: z.enum(['good', 'set_aside']),
});
export type TickRow = z.infer<typeof tickRow>;
