import type { Instrument, Order, RequestBody, Side } from '@clearbook/contracts';
import { isUsdAmount, usdToCents } from '@clearbook/contracts/money';
import { messages } from '@clearbook/contracts/messages';
import { orderLeg, placeOrderBody } from '@clearbook/contracts/trading';
import { protectionWords } from '@clearbook/contracts/words/orders';
import { exactPrice, type Price, tryParsePrice } from '@clearbook/domain/market';
import type { OrderDraft } from '@clearbook/domain/trading';
import { centsText } from '../../../lib/decimal.ts';
import { firstErrors, formOf } from '../../../lib/form.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { opensAt } from '../../../lib/ticket.ts';
import { type Deviation, deviationOf, NO_DEVIATION } from './max-deviation.ts';
import {
  domainOf,
  figuresFor,
  type PricingContext,
  levelOf,
  PROTECTIONS,
  type Protection,
  rateOf,
  sidesOf,
  type Typed,
  type Unit,
} from './preview.ts';
import { collateralFor, hundredths, type SafetyMargin } from './size.ts';
import { targetsOf } from './target-rows.ts';
import type { TypedTarget } from './targets.ts';

export const ORDER_TYPES = ['market', 'limit', 'stop', 'stop_limit'] as const;
type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = NonNullable<Order['time_in_force']>;

/** How long an order of this type can be good for. What fills now or never needs a limit, and nothing else. */
export function timesInForce(type: OrderType): readonly TimeInForce[] {
  return type === 'limit' ? ['gtc', 'day', 'gtd', 'ioc', 'fok'] : ['gtc', 'day', 'gtd'];
}

export const LEG_TYPES = ['limit', 'stop'] as const;
export const LEG_SIDES = ['same', 'opposite'] as const;

/** What the ticket's fields hold, as typed. Named like the request, so that what the server says of a field finds it. */
export type OrderValues = {
  type: OrderType;
  amount: string;
  /** Whether the collateral is what somebody typed, or follows the size at each quote. */
  collateral: 'typed' | 'follows';
  /** What is added to a collateral that follows. */
  safety: SafetyMargin;
  lots: string;
  limit_price: string;
  stop_price: string;
  time_in_force: TimeInForce;
  /** Of a `gtd` order, in UTC, as the field for a date and time has it. */
  expires_at: string;
  stop_loss: string;
  take_profit: string;
  trailing_distance: string;
  targets: readonly TypedTarget[];
  /** How each of the three is typed. */
  units: Record<Protection, Unit>;
  /** A second order of the same size: one cancels the other. */
  oco: boolean;
  leg_side: (typeof LEG_SIDES)[number];
  leg_type: (typeof LEG_TYPES)[number];
  leg_price: string;
  /** The side that a distance or a sum is turned into a price for on the screen. Each button calculates for its own. */
  aim: Side;
};

export const EMPTY_ORDER: OrderValues = {
  type: 'market',
  amount: '',
  collateral: 'typed',
  safety: 0,
  lots: '0.01',
  limit_price: '',
  stop_price: '',
  time_in_force: 'gtc',
  expires_at: '',
  stop_loss: '',
  take_profit: '',
  trailing_distance: '',
  targets: [],
  units: { stop_loss: 'price', take_profit: 'price', trailing_distance: 'distance' },
  oco: false,
  leg_side: 'opposite',
  leg_type: 'stop',
  leg_price: '',
  aim: 'buy',
};

/** Whether an order of this type can cancel another one. */
export function canLink(type: OrderType): boolean {
  return type === 'limit' || type === 'stop';
}

/** Which prices this type of order has. */
export function pricesOf(type: OrderType): { limit: boolean; stop: boolean } {
  return { limit: type === 'limit' || type === 'stop_limit', stop: type === 'stop' || type === 'stop_limit' };
}

/** The price that an order is worth, as typed: a stop-limit order’s limit. */
export function priceText({ type, limit_price: limit, stop_price: stop }: OrderValues): string {
  return (pricesOf(type).limit ? limit : stop).trim();
}

/** An instant of UTC as the field for a date and time has it, and back. */
export function inField(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 16);
}
export function fromField(text: string): string {
  return `${text.trim()}:00Z`;
}

/** Where an order that waits would fill: null for a market order, and while no price is typed. */
export function waitingAt(values: OrderValues): Price | null {
  if (values.type === 'market') return null;
  return tryParsePrice(priceText(values)) ?? null;
}

/** What the figures need, as far as it can be read; null without a lot size, or where an order that waits has no price yet. */
export function draftOf(values: OrderValues): OrderDraft | null {
  const size = hundredths(values.lots);
  const price = waitingAt(values);
  if (size === null || (values.type !== 'market' && price === null)) return null;
  return { lots: size, amount: centsOf(values.amount), price };
}

/** What a collateral has to be enough for: the order at its own price and, of two linked ones, the other one at its. */
export function marginPrices(values: OrderValues): readonly (Price | null)[] {
  const price = waitingAt(values);
  const linked = canLink(values.type) && values.oco ? tryParsePrice(values.leg_price.trim()) : undefined;
  return linked === undefined ? [price] : [price, linked];
}

/** The values with their collateral filled in where it follows the size. Of two linked orders the one that needs more decides. */
export function withCollateral(of: Instrument, values: OrderValues, quotes: Quotes): OrderValues {
  if (values.collateral === 'typed') return values;
  const size = hundredths(values.lots);
  if (size === null || (values.type !== 'market' && waitingAt(values) === null)) return { ...values, amount: '' };
  const cents = collateralFor(of, size, marginPrices(values), values.safety, quotes);
  return { ...values, amount: cents === null ? '' : centsText(cents) };
}

export function centsOf(text: string): bigint | null {
  return isUsdAmount(text.trim()) ? usdToCents(text.trim()) : null;
}

/** What the three protections are measured from, for one side; null while a quote or the order's price is missing. */
export function pricingOf(of: Instrument, values: OrderValues, side: Side, quotes: Quotes): PricingContext | null {
  const domain = domainOf(of);
  const lots = hundredths(values.lots);
  const price = waitingAt(values);
  if (values.type !== 'market' && price === null) return null;
  const figures = figuresFor(of, { lots: lots ?? 1n, amount: null, price }, quotes);
  if (figures === null) return null;
  return { of: domain, side, entry: figures.fill[side], lots, rate: rateOf(domain.quote, quotes) };
}

/** Nothing typed is a price that is missing, not one that cannot be read. */
function waitsAt(values: OrderValues): Partial<Body> {
  const has = pricesOf(values.type);
  const [limit, stop] = [values.limit_price.trim(), values.stop_price.trim()];
  const kept = timesInForce(values.type).includes(values.time_in_force) ? values.time_in_force : 'gtc';
  return {
    ...(has.limit && limit !== '' && { limit_price: limit }),
    ...(has.stop && stop !== '' && { stop_price: stop }),
    time_in_force: kept,
    ...(kept === 'gtd' && values.expires_at.trim() !== '' && { expires_at: fromField(values.expires_at) }),
  };
}

type Body = RequestBody<'POST /orders'>;
export type Built = { body: Body; errors: Record<string, string> };

/** The request for one side. What cannot be read is an error in its field's place; everything else the schema says. */
export function orderOf(
  of: Instrument,
  typed: OrderValues,
  side: Side,
  quotes: Quotes,
  deviation: Deviation = NO_DEVIATION,
): Built {
  const values = withCollateral(of, typed, quotes);
  const own = protectionsAt(of, values, side, quotes);
  const targets = targetsOf(values.targets);
  const body: Body = {
    symbol: of.symbol,
    side,
    lots: values.lots.trim(),
    amount: values.amount.trim(),
    type: values.type,
    ...(values.type === 'market' ? deviationOf(deviation, quotes[of.symbol]?.[opensAt(side)]) : waitsAt(values)),
    ...own.levels,
    ...(targets.length > 0 && { targets }),
  };
  if (!canLink(values.type) || !values.oco) return { body, errors: own.errors };
  const leg = legOf(of, values, side, quotes);
  return {
    body: { ...body, order_class: 'oco', legs: [leg.body] },
    errors: { ...leg.errors, ...own.errors },
  };
}

/** The second order, of the same size. Distances and sums are measured from its own price and for its own side. */
function legOf(of: Instrument, values: OrderValues, first: Side, quotes: Quotes) {
  const side = (values.leg_side === 'same') === (first === 'buy') ? 'buy' : 'sell';
  const price = values.leg_price.trim();
  const at = { ...values, type: values.leg_type, limit_price: price, stop_price: price };
  const { levels, errors } = protectionsAt(of, at, side, quotes);
  const body = {
    side,
    lots: values.lots.trim(),
    amount: values.amount.trim(),
    type: values.leg_type,
    ...(price !== '' && { [`${values.leg_type}_price`]: price }),
    ...levels,
  } satisfies NonNullable<Body['legs']>[number];
  const said = firstErrors(orderLeg, body)[`${values.leg_type}_price`];
  return { body, errors: { ...errors, ...(said !== undefined && { leg_price: said }) } };
}

/** What is typed of the three protections as prices for one side; what cannot be read is an error in its field's place. */
function protectionsAt(of: Instrument, values: OrderValues, side: Side, quotes: Quotes) {
  const pricing = pricingOf(of, values, side, quotes);
  const levels: Partial<Record<Protection, string>> = {};
  const errors: Record<string, string> = {};
  for (const what of PROTECTIONS) {
    const text = values[what].trim();
    if (text === '') continue;
    const level = pricing === null ? undefined : levelOf(what, { unit: values.units[what], text }, pricing);
    if (level === undefined || level === null) errors[what] = protectionWords.unreadable;
    else levels[what] = exactPrice(level);
  }
  return { levels, errors };
}

/** The three protections as their fields show them. */
export function protectionsOf({
  units,
  ...values
}: Pick<OrderValues, Protection | 'units'>): Record<Protection, Typed> {
  const typed = (what: Protection): Typed => ({ unit: units[what], text: values[what] });
  return {
    stop_loss: typed('stop_loss'),
    take_profit: typed('take_profit'),
    trailing_distance: typed('trailing_distance'),
  };
}

/** A stop under the price can only belong to a buy, one above it to a sell; a target the other way round. Undefined where it says nothing. */
export function aimOf(
  what: Protection,
  text: string,
  of: Instrument,
  values: OrderValues,
  quotes: Quotes,
): Side | undefined {
  const level = tryParsePrice(text.trim());
  const quote = quotes[of.symbol];
  if (what === 'trailing_distance' || level === undefined || quote === undefined) return undefined;
  const now = sidesOf(quote);
  const at = waitingAt(values);
  const [below, above] = at === null ? [level < now.bid, level > now.ask] : [level < at, level > at];
  if (!below && !above) return undefined;
  return below === (what === 'stop_loss') ? 'buy' : 'sell';
}

/** One press of SELL or BUY, at the quotes of that moment. */
export type OrderOf = {
  instrument: Instrument;
  /** What the fields begin with. */
  start: Partial<OrderValues>;
  side: Side;
  quotes: Quotes;
  deviation: Deviation;
};

export const orderForm = formOf({
  route: 'POST /orders',
  schema: placeOrderBody,
  initial: ({ start }: OrderOf): OrderValues => ({ ...EMPTY_ORDER, ...start }),
  body: (values, of) => orderOf(of.instrument, values, of.side, of.quotes, of.deviation).body,
  check: (values, of) => orderOf(of.instrument, values, of.side, of.quotes, of.deviation).errors,
  // What is wrong with the second order stands beside its price, or where both have the field.
  complaints: ({ fields }) =>
    fields.map(({ name, message }) => ({
      name: name.replace(/^legs\.0\.(?:(?:limit|stop)_price$)?/, (found) =>
        found.endsWith('price') ? 'leg_price' : '',
      ),
      message,
    })),
  topics: ['trades', 'orders', 'account'],
  failed: messages.trade.failed,
});
