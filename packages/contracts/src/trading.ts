import * as z from 'zod/mini';
import { count, cursor, id, inOrder, range, time } from './common.ts';
import { symbol, usualSpread } from './market.ts';
import { messages } from './messages.ts';
import { money, price, usdAmount } from './money.ts';

export const side = z.enum(['buy', 'sell'], { error: messages.trade.sideRequired });
export type Side = z.infer<typeof side>;

/** What a number looks like here: digits and a point, no leading zeros. */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MOST_WHOLE_LOTS = 7;

/** Lots as a decimal string in steps of 0.01. */
export const lots = z.string({ error: messages.trade.lotsRequired }).check(
  z.refine((text) => text.trim() !== '', { error: messages.trade.lotsRequired, abort: true }),
  z.refine((text) => !text.startsWith('-'), { error: messages.trade.lotsPositive, abort: true }),
  z.refine((text) => NUMBER.test(text), { error: messages.trade.lotsNumber, abort: true }),
  z.refine((text) => !/\.\d{3}/.test(text), { error: messages.trade.lotsStep, abort: true }),
  z.refine((text) => text.replace(/\..*/, '').length <= MOST_WHOLE_LOTS, {
    error: messages.trade.lotsMost,
    abort: true,
  }),
  z.refine((text) => /[1-9]/.test(text), { error: messages.trade.lotsPositive }),
);

type Priced = {
  type: string;
  limit_price?: string | null | undefined;
  stop_price?: string | null | undefined;
  time_in_force?: string | undefined;
};

/** The price that these types of order need, and no other type has. */
function priceOf(types: readonly string[], field: 'limit_price' | 'stop_price', missing: string) {
  return [
    z.refine<Priced>((body) => !types.includes(body.type) || typeof body[field] === 'string', {
      error: missing,
      path: [field],
    }),
    z.refine<Priced>((body) => types.includes(body.type) || typeof body[field] !== 'string', {
      error: messages.order.priceUnwanted,
      path: [field],
    }),
  ];
}

const PRICE = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,10})?$/;

/** A price that a person typed: a plain positive decimal. */
export function priceInput(required: string) {
  return z.string({ error: required }).check(
    z.refine((text) => text.trim() !== '', { error: required, abort: true }),
    z.refine((text) => PRICE.test(text) && /[1-9]/.test(text), { error: messages.order.priceFormat }),
  );
}
const expiry = z.iso.datetime({ offset: true, error: messages.order.expiryFormat });
const anyPrice = priceInput(messages.order.priceRequired);
const optionalPrice = z.optional(z.nullable(anyPrice));

/** A part of a trade that is closed at a price of its own. */
const target = z.strictObject({ price: anyPrice, lots });
const optionalTargets = z.optional(
  z.nullable(z.array(target).check(z.maxLength(5, { error: messages.order.targetsMost('5') }))),
);
const targets = z.nullable(z.array(z.strictObject({ price, lots: z.string() })));

/** Left out and null both mean none. */
const protections = {
  stop_loss: optionalPrice,
  take_profit: optionalPrice,
  trailing_distance: optionalPrice,
  targets: optionalTargets,
};

export const orderType = z.enum(['market', 'limit', 'stop', 'stop_limit'], { error: messages.trade.typeUnknown });
export const timeInForce = z.enum(['gtc', 'day', 'gtd', 'ioc', 'fok'], { error: messages.order.timeInForce });
const IMMEDIATE = ['ioc', 'fok'];

/** The id that a client's own program gives an order, as text that a URL and a log line hold. */
export const clientOrderId = z
  .string({ error: messages.order.clientOrderId })
  .check(z.regex(/^[!-~]{1,128}$/, { error: messages.order.clientOrderId }));

type Timed = {
  type: string;
  time_in_force?: string | undefined;
  expires_at?: string | undefined;
};

/** Which order may be good for how long. */
const durationChecks = [
  z.refine<Timed>(
    ({ type, time_in_force: kept = 'gtc' }) => type !== 'market' || kept === 'gtc' || IMMEDIATE.includes(kept),
    {
      error: messages.order.dayOnly,
      path: ['time_in_force'],
    },
  ),
  z.refine<Timed>(({ type, time_in_force: kept = 'gtc' }) => !type.startsWith('stop') || !IMMEDIATE.includes(kept), {
    error: messages.order.immediateOnly,
    path: ['time_in_force'],
  }),
  z.refine<Timed>((body) => body.time_in_force !== 'gtd' || body.expires_at !== undefined, {
    error: messages.order.expiryMissing,
    path: ['expires_at'],
  }),
  z.refine<Timed>((body) => body.time_in_force === 'gtd' || body.expires_at === undefined, {
    error: messages.order.expiryUnwanted,
    path: ['expires_at'],
  }),
];

const DEVIATION = {
  points: /^(?:0|[1-9]\d{0,5}|1000000)$/,
  percent: /^(?:(?:0|[1-9]\d?)(?:\.\d{1,2})?|100(?:\.0{1,2})?)$/,
} as const;
export const deviationUnit = z.enum(['points', 'percent'], { error: messages.order.deviationUnit });

type Deviating = {
  type: string;
  expected_price?: string | null | undefined;
  max_deviation?: string | null | undefined;
  max_deviation_unit?: 'points' | 'percent' | undefined;
};

const deviation = {
  /** The price that was seen: what `max_deviation` is measured from. */
  expected_price: optionalPrice,
  /** Refused, with the price of now, where it has moved further than this against the client. A better price always fills. */
  max_deviation: z.optional(z.nullable(z.string({ error: messages.order.deviationFormat.points }))),
  max_deviation_unit: z.optional(deviationUnit),
};

/** How far the price may have moved is measured from the price that was seen, in points (the instrument's tick) unless percent is said. */
const deviationFormats = [
  ...(['points', 'percent'] as const).map((unit) =>
    z.refine<Omit<Deviating, 'type'>>(
      ({ max_deviation: most, max_deviation_unit: of = 'points' }) =>
        typeof most !== 'string' || of !== unit || DEVIATION[unit].test(most),
      { error: messages.order.deviationFormat[unit], path: ['max_deviation'] },
    ),
  ),
  z.refine<Omit<Deviating, 'type'>>(
    (body) => typeof body.max_deviation !== 'string' || typeof body.expected_price === 'string',
    { error: messages.order.expectedMissing, path: ['expected_price'] },
  ),
];
const deviationChecks = [
  ...deviationFormats,
  z.refine<Deviating>((body) => typeof body.max_deviation !== 'string' || body.type === 'market', {
    error: messages.order.deviationMarketOnly,
    path: ['max_deviation'],
  }),
];

/** By the names that are usual: what an order brings with it. */
export const orderClass = z.enum(['simple', 'bracket', 'oco', 'oto'], { error: messages.order.classUnknown });

type Classed = {
  type: string;
  order_class?: z.infer<typeof orderClass> | undefined;
  legs?: readonly unknown[] | null | undefined;
  stop_loss?: string | null | undefined;
  take_profit?: string | null | undefined;
  trailing_distance?: string | null | undefined;
  targets?: readonly unknown[] | null | undefined;
};
const closing = (body: Classed) => ({
  stop: typeof body.stop_loss === 'string' || typeof body.trailing_distance === 'string',
  target: typeof body.take_profit === 'string' || (body.targets ?? []).length > 0,
});

/** Whoever names a class gets that class or is told why not; whoever names none gets what the order says. */
const classChecks = [
  z.refine<Classed>((body) => body.order_class !== 'bracket' || (closing(body).stop && closing(body).target), {
    error: messages.order.bracketNeeds,
    path: ['order_class'],
  }),
  z.refine<Classed>((body) => body.order_class !== 'oto' || closing(body).stop !== closing(body).target, {
    error: messages.order.otoNeeds,
    path: ['order_class'],
  }),
  z.refine<Classed>((body) => body.order_class !== 'simple' || !(closing(body).stop || closing(body).target), {
    error: messages.order.simpleBare,
    path: ['order_class'],
  }),
  z.refine<Classed>((body) => body.order_class !== 'oco' || (body.type !== 'market' && body.legs?.length === 1), {
    error: messages.order.ocoNeeds,
    path: ['order_class'],
  }),
  z.refine<Classed>((body) => body.order_class === 'oco' || (body.legs ?? []).length === 0, {
    error: messages.order.legsUnwanted,
    path: ['legs'],
  }),
];

/** The second of two orders of which one cancels the other: for the same symbol and as long as the first. */
export const orderLeg = z
  .strictObject({
    side,
    lots,
    amount: usdAmount(messages.trade.amountRequired),
    type: z.enum(['limit', 'stop'], { error: messages.trade.typeUnknown }),
    limit_price: optionalPrice,
    stop_price: optionalPrice,
    ...protections,
  })
  .check(
    ...priceOf(['limit'], 'limit_price', messages.order.limitMissing),
    ...priceOf(['stop'], 'stop_price', messages.order.stopMissing),
  );

export const placeOrderBody = z
  .strictObject({
    symbol: z
      .string({ error: messages.trade.assetRequired })
      .check(z.regex(/^[A-Z][A-Z.]{0,9}$/, { error: messages.trade.assetRequired })),
    side,
    lots,
    amount: usdAmount(messages.trade.amountRequired),
    /** A market order fills right away; a limit and a stop order wait for their price, a stop-limit order for its stop and then for its limit. */
    type: orderType,
    limit_price: optionalPrice,
    stop_price: optionalPrice,
    time_in_force: z.optional(timeInForce),
    /** When a `gtd` order ends. */
    expires_at: z.optional(expiry),
    client_order_id: z.optional(clientOrderId),
    /** Market orders alone. */
    ...deviation,
    ...protections,
    order_class: z.optional(orderClass),
    legs: z.optional(z.nullable(z.array(orderLeg).check(z.maxLength(1, { error: messages.order.ocoNeeds })))),
  })
  .check(
    ...classChecks,
    ...deviationChecks,
    ...priceOf(['limit', 'stop_limit'], 'limit_price', messages.order.limitMissing),
    ...priceOf(['stop', 'stop_limit'], 'stop_price', messages.order.stopMissing),
    ...durationChecks,
  );
export type PlaceOrderBody = z.infer<typeof placeOrderBody>;

export const placedOrder = z.strictObject({
  id,
  /** `cancelled`: an `ioc` or `fok` order whose limit the price of now didn’t reach. */
  status: z.enum(['filled', 'working', 'cancelled']),
  /** Null while the order waits for its price. */
  trade_id: z.nullable(id),
  filled_price: z.nullable(price),
  quote_id: z.nullable(z.string()),
  order_class: orderClass,
  /** The order that this one cancels as it ends, and that cancels it. */
  legs: z.nullable(z.array(z.strictObject({ id, status: z.literal('working') }))),
});

/** What an order would need and meet if it were placed now. Figures are by the last known prices, null while there are none. */
export const orderPreview = z.strictObject({
  /** Where it would fill: a waiting order at its own price. */
  expected_price: z.nullable(price),
  spread_cost: z.nullable(money),
  trade_value: z.nullable(money),
  required_margin: z.nullable(money),
  /** Null where no price closes it out, and where `amount` is less than the required margin. */
  close_out_price: z.nullable(price),
  /** The spread as this client deals now, and its usual range: pips for forex, basis points otherwise; what the usual ones would cost. */
  spread: z.nullable(z.string()),
  usual_spread: z.nullable(usualSpread),
  usual_spread_cost: z.nullable(z.strictObject({ low: money, high: money })),
  /** What holding this side costs a night, when that is next charged and for how many nights, and when next for three; null for no known symbol. */
  overnight: z.nullable(
    z.strictObject({
      night: z.nullable(money),
      financing_percent_year: z.string(),
      financing_next_at: time,
      financing_next_nights: z.number(),
      financing_triple_at: z.nullable(time),
    }),
  ),
  available_before: money,
  /** Once it has filled: below zero where what is available does not suffice. */
  available_after: money,
  /** What it would be refused for; null where it would be accepted. */
  refusal: z.nullable(z.strictObject({ code: z.string(), detail: z.string() })),
});
export type OrderPreview = z.infer<typeof orderPreview>;

/** An order, waiting or ended. A market order is filled right away, and its stops are its trade's. */
export const order = z.strictObject({
  id,
  symbol,
  side,
  type: orderType,
  lots: z.string(),
  amount: money,
  /** Null for a market order. */
  time_in_force: z.nullable(timeInForce),
  limit_price: z.nullable(price),
  stop_price: z.nullable(price),
  stop_loss: z.nullable(price),
  take_profit: z.nullable(price),
  trailing_distance: z.nullable(price),
  /** Parts that close at prices of their own once it has filled, nearest first; null where there are none. */
  targets,
  status: z.enum(['working', 'filled', 'cancelled', 'expired', 'rejected']),
  /** Where it filled. */
  filled_price: z.nullable(price),
  /** Why it ended without a trade. */
  reason: z.nullable(z.strictObject({ code: z.string(), text: z.string() })),
  trade_id: z.nullable(id),
  /** Simple for a market order: its stop and target are its trade’s. */
  order_class: orderClass,
  /** The order that this one cancels as it ends, and that cancels it. */
  oco_order_id: z.nullable(id),
  created_at: time,
  expires_at: z.nullable(time),
  ended_at: z.nullable(time),
  /** When a stop-limit order’s stop was reached: it has waited for its limit since. */
  triggered_at: z.nullable(time),
  client_order_id: z.nullable(clientOrderId),
});
export type Order = z.infer<typeof order>;

export const ordersQuery = z
  .strictObject({
    state: z.optional(z.enum(['working', 'ended'])),
    /** Limit, stop and stop-limit orders are pending ones; market orders are filled right away. */
    type: z.optional(z.enum(['market', 'limit', 'stop', 'stop_limit', 'pending'])),
    symbol: z.optional(symbol),
    ...range,
    limit: count(200),
    cursor: cursor(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  })
  .check(inOrder);

/** Whose `client_order_id` it is. */
export const byClientOrderIdQuery = z.strictObject({ client_order_id: clientOrderId });

/** What is left out stays as it is; null removes a stop, a target or a trailing stop. `price` is the own price of a limit or a stop order by one name. */
export const amendOrderBody = z
  .strictObject({
    price: z.optional(anyPrice),
    limit_price: z.optional(anyPrice),
    stop_price: z.optional(anyPrice),
    time_in_force: z.optional(z.enum(['gtc', 'day', 'gtd'], { error: messages.order.timeInForceWaiting })),
    expires_at: z.optional(expiry),
    lots: z.optional(lots),
    amount: z.optional(usdAmount(messages.trade.amountRequired)),
    ...protections,
  })
  .check(
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: messages.order.nothingLeft,
      path: ['price'],
    }),
  );
export type AmendOrderBody = z.infer<typeof amendOrderBody>;
export const steeredOrder = z.strictObject({ id, status: z.enum(['working', 'cancelled']) });

/** Everything that waits, or what of it is for a symbol or of a type. */
export const cancelOrdersBody = z.optional(
  z.nullable(z.strictObject({ symbol: z.optional(symbol), type: z.optional(z.enum(['limit', 'stop', 'stop_limit'])) })),
);
export const cancelledOrders = z.strictObject({
  cancelled: z.number(),
  /** Each of them; an order that is linked to one of those ends with it and is named too. */
  orders: z.array(z.strictObject({ id, status: z.literal('cancelled') })),
});

/** The first three at once: null removes one. */
export const amendTradeBody = z.strictObject({
  stop_loss: z.nullable(anyPrice),
  take_profit: z.nullable(anyPrice),
  trailing_distance: z.nullable(anyPrice),
  /** Left out, they stay; null and an empty list remove them. */
  targets: optionalTargets,
});

/** Which open trades are closed: all, or those of a symbol, at a profit or at a loss at the quote that closes them. */
export const closeAllBody = z.optional(
  z.nullable(
    z.strictObject({
      symbol: z.optional(symbol),
      only: z.optional(z.enum(['winners', 'losers'], { error: messages.trade.onlyUnknown })),
    }),
  ),
);

/** What became of one trade of those that were asked for. */
const closeResult = z.strictObject({
  trade_id: id,
  symbol,
  status: z.enum(['closed', 'waiting', 'open']),
  realized_pl: z.nullable(money),
  exit_price: z.nullable(price),
  /** Why it is still open. */
  code: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});

/** The stop loss at the opening price, or where what the trade's nights cost is covered as well. */
export const breakEvenBody = z.optional(z.nullable(z.strictObject({ at: z.optional(z.enum(['entry', 'costs'])) })));

/** Closes a trade and opens as much on the other side. Left out, `amount` is what the closed trade had left as collateral, as far as that is free. */
export const reverseTradeBody = z.optional(
  z.nullable(
    z
      .strictObject({ amount: z.optional(usdAmount(messages.trade.amountRequired)), ...deviation })
      .check(...deviationFormats),
  ),
);
export const reversedTrade = z.strictObject({
  id,
  status: z.literal('reversed'),
  realized_pl: money,
  exit_price: price,
  exit_quote_id: z.string(),
  /** The new trade, and where it was opened. */
  trade_id: id,
  filled_price: price,
});

export const closedAll = z.strictObject({
  closed: z.number(),
  /** Closes that wait for the next good price. */
  waiting: z.number(),
  /** What could not be closed, and why. */
  left: z.array(z.strictObject({ trade_id: id, code: z.string(), detail: z.string() })),
  /** Each trade with what became of it. */
  results: z.array(closeResult),
});

export type ClosedAll = z.infer<typeof closedAll>;

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
  /** The outcome by the specification's name: the text “null” while the trade is open, and where it brought neither. */
  is_profit: z.enum(['null', 'profit', 'loss']),
  /** What staff wrote down by hand: the whole result of a recorded trade, or what was added as they closed one. Never in a performance figure. */
  manual: z.nullable(z.strictObject({ reason: z.string(), amount: money })),
  /** Null for a trade that staff recorded: no quote stands behind it. */
  entry_price: z.nullable(price),
  entry_quote_id: z.nullable(z.string()),
  opened_at: time,
  /** The average over all closing fills, weighted by lots, half to even to 1e-10; each fill's own price is in the price explanation. */
  exit_price: z.nullable(price),
  /** The last closing fill's. */
  exit_quote_id: z.nullable(z.string()),
  closed_at: z.nullable(time),
  closed_by: z.nullable(
    z.enum(['client', 'stop', 'take_profit', 'trailing_stop', 'close_out', 'admin', 'copy', 'split']),
  ),
  realized_pl: z.nullable(money),
  /** Loss beyond the collateral, which the house bore and the client does not owe. */
  shortfall_covered: z.nullable(money),
  /** The trade that was closed to open this one on the other side. */
  reverses: z.nullable(id),
  /** The trader whose trade this one mirrors. */
  copied_from: z.nullable(z.strictObject({ trader_id: id, name: z.string(), copy_id: id })),
  /** What is still open of it: "0.00" once it is closed. */
  lots_open: z.string(),
  /** What closes it by itself, and where its trailing stop stands now. */
  stop_loss: z.nullable(price),
  take_profit: z.nullable(price),
  trailing_distance: z.nullable(price),
  trailing_stop: z.nullable(price),
  /** Parts that are closed at prices of their own, nearest first, before the take profit closes what they leave; null where there are none. */
  targets,
  /** Overnight financing so far: paid out of the collateral. */
  financing: money,
  /** Where it would be closed out by the last known prices; null where no price does that, and once it is closed. */
  close_out_price: z.nullable(price),
  /** Where closing it brings at least what its nights have cost, by the last known prices; null without one, and once it is closed. */
  break_even_price: z.nullable(price),
  /** What it would close at now, what that would bring, and what is open of it at that price. Null without a price, and once it is closed. */
  current_price: z.nullable(price),
  unrealized_pl: z.nullable(money),
  market_value: z.nullable(money),
  /** A close that its client asked for while there was no good price: it is done at the next one. */
  closing: z.nullable(z.strictObject({ lots: z.string(), since: time })),
});
export type Trade = z.infer<typeof trade>;

const openSide = z.strictObject({ trades: z.number(), lots: z.string(), avg_entry_price: price });
/** What is open of one instrument, all trades together. */
export const position = z.strictObject({
  symbol,
  /** The side that outweighs the other; null where both are equal. */
  side: z.nullable(side),
  /** Of that side, what the other one leaves. */
  lots: z.string(),
  /** Where all of it together comes to nothing, before the spread; null where both sides are equal, and where no price does that. */
  avg_entry_price: z.nullable(price),
  buy: z.nullable(openSide),
  sell: z.nullable(openSide),
  /** The sum of its trades’; null while one of them has no price. */
  unrealized_pl: z.nullable(money),
});
export type Position = z.infer<typeof position>;
export const positionList = z.strictObject({ positions: z.array(position) });

const level = z.number({ error: messages.trade.marginLevels('51', '1000', '5') });
/** Margin levels in percent at which its client is told of a position. */
export const marginCallBody = z.strictObject({ levels: z.array(level).check(z.maxLength(5)) });
export const marginCall = z.strictObject({ levels: z.array(z.number()) });
export type MarginCall = z.infer<typeof marginCall>;

export const tradesQuery = z
  .strictObject({
    state: z.optional(z.enum(['active', 'closed'])),
    symbol: z.optional(symbol),
    /** Of closed trades by when they closed, of all others by when they opened. */
    ...range,
    limit: count(200),
    /** Milliseconds since 1970, and a trade's id. */
    cursor: cursor(/^\d{1,13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  })
  .check(inOrder);

/** What was dealt: a trade as it opened, and each part of it as it closed. */
export const fill = z.strictObject({
  id,
  trade_id: id,
  symbol,
  opens: z.boolean(),
  side,
  lots: z.string(),
  price,
  at: time,
});
export type Fill = z.infer<typeof fill>;

export const fillsQuery = z.strictObject({
  symbol,
  limit: count(200),
  /** Milliseconds since 1970, and a fill's id. */
  cursor: cursor(/^\d{1,13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

const protectionsAtOnce = z.strictObject({
  stop_loss: z.nullable(price),
  take_profit: z.nullable(price),
  trailing_distance: z.nullable(price),
  targets,
});
/** One change of an open trade's stop, target or trailing stop. What it was opened with is what the first one took the place of. */
export const amendment = z.strictObject({ at: time, before: protectionsAtOnce, after: protectionsAtOnce });
export type Amendment = z.infer<typeof amendment>;
export const amendmentsQuery = z.strictObject({ limit: count(200), cursor: cursor(/^\d{1,18}$/) });

export const closeTradeBody = z.optional(z.nullable(z.strictObject({ lots: z.optional(lots) })));
/** 200: closed, whole or the part that was asked for. 202: there is no good price, and the close waits for the next one. */
export const closedTrade = z.discriminatedUnion('status', [
  z.strictObject({
    id,
    status: z.literal('closed'),
    realized_pl: money,
    exit_price: price,
    exit_quote_id: z.string(),
  }),
  z.strictObject({ id, status: z.literal('waiting'), lots: z.string(), since: time, message: z.string() }),
]);

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
  /** Each split that it was held through, oldest first, with what it made of the lots and of the opening price. */
  splits: z.array(
    z.strictObject({
      corporate_action_id: id,
      new_rate: z.number(),
      old_rate: z.number(),
      effective_at: time,
      source: z.string(),
      source_time: time,
      lots_before: z.string(),
      lots: z.string(),
      entry_price_before: price,
      entry_price: price,
      formula: z.string(),
    }),
  ),
  /** Each charge of overnight financing, oldest first, with what it was charged by. */
  nights: z.array(
    z.strictObject({
      day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
      /** How many nights it counts: three on a Wednesday of forex. */
      nights: z.number(),
      percent_year: z.string(),
      lots: z.string(),
      quote: explainedQuote,
      conversion: z.nullable(explainedQuote),
      formula: z.string(),
      amount: money,
      at: time,
    }),
  ),
});
