import type { Instrument, Order, RequestBody, Trade } from '@clearbook/contracts';
import { amendOrderBody, amendTradeBody } from '@clearbook/contracts/trading';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
import { exactPrice, tryParsePrice } from '@clearbook/domain/market';
import { toUnits } from '../../../lib/decimal.ts';
import { type FieldErrors, formOf } from '../../../lib/form.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { EMPTY_ORDER, fromField, inField, orderOf, type OrderValues } from '../ticket/order.form.ts';
import {
  domainOf,
  type PricingContext,
  levelOf,
  PROTECTIONS,
  type Protection,
  rateOf,
  type Unit,
} from '../ticket/preview.ts';
import { targetsOf } from '../ticket/target-rows.ts';
import type { TypedTarget } from '../ticket/targets.ts';

const PRICES: Record<Protection, Unit> = { stop_loss: 'price', take_profit: 'price', trailing_distance: 'price' };
type Protected = Record<Protection, string | null>;

/** What closes it by itself, as fields: all as prices at first. */
function levelsOf(of: Protected & { targets: readonly TypedTarget[] | null }) {
  return {
    stop_loss: of.stop_loss ?? '',
    take_profit: of.take_profit ?? '',
    trailing_distance: of.trailing_distance ?? '',
    targets: of.targets ?? [],
    units: PRICES,
  };
}

type OrderOf = { order: Order; instrument: Instrument; quotes: Quotes };

/** A waiting order: everything of it that can still be changed. The stop of a stop-limit order can’t be once it was reached. */
export const amendOrderForm = formOf({
  route: 'PATCH /orders/:id',
  schema: amendOrderBody,
  id: ({ order }: OrderOf) => order.id,
  initial: ({ order }: OrderOf): OrderValues => ({
    ...EMPTY_ORDER,
    type: order.type,
    lots: order.lots,
    amount: order.amount.amount,
    limit_price: order.limit_price ?? '',
    stop_price: order.stop_price ?? '',
    time_in_force: order.time_in_force ?? 'gtc',
    expires_at: inField(order.expires_at),
    ...levelsOf(order),
  }),
  body: (values, of) => {
    const { body } = amended(values, of);
    const { order } = of;
    return {
      ...(order.limit_price !== null && { limit_price: values.limit_price.trim() }),
      ...(order.stop_price !== null && order.triggered_at === null && { stop_price: values.stop_price.trim() }),
      ...untilOf(values, order),
      lots: body.lots,
      amount: body.amount,
      stop_loss: body.stop_loss ?? null,
      take_profit: body.take_profit ?? null,
      trailing_distance: body.trailing_distance ?? null,
      targets: targetsOf(values.targets),
    };
  },
  check: (values, of) => amended(values, of).errors,
  topics: ['orders'],
});

/** How long it waits, where that changes: a date to the minute, as it is typed, is no change of one to the second. */
function untilOf(
  { time_in_force: kept, expires_at: at }: OrderValues,
  order: Order,
): Pick<RequestBody<'PATCH /orders/:id'>, 'time_in_force' | 'expires_at'> {
  if (kept === 'ioc' || kept === 'fok') return {};
  const dated =
    kept === 'gtd' && at.trim() !== '' && (order.time_in_force !== 'gtd' || at !== inField(order.expires_at));
  return {
    ...(kept !== order.time_in_force && { time_in_force: kept }),
    ...(dated && { expires_at: fromField(at) }),
  };
}

function amended(values: OrderValues, { order, instrument, quotes }: OrderOf) {
  return orderOf(instrument, values, order.side, quotes);
}

type TradeOf = { trade: Trade; instrument: Instrument; quotes: Quotes };
type Levels = ReturnType<typeof levelsOf>;
/** With its levels as they were found: a target that has closed its part since must not come back with the rest, nor a stop to where it was. */
type AmendTradeValues = Levels & { found: Levels };

/** Stop loss, take profit, targets and trailing stop of an open trade. */
export const amendTradeForm = formOf({
  route: 'PATCH /trades/:id',
  schema: amendTradeBody,
  id: ({ trade }: TradeOf) => trade.id,
  initial: ({ trade }: TradeOf): AmendTradeValues => ({ ...levelsOf(trade), found: levelsOf(trade) }),
  body: (values, of) => {
    const targets = targetsOf(values.targets);
    const changed = JSON.stringify(targets) !== JSON.stringify(targetsOf(values.found.targets));
    return { ...protectionOf(values, of).body, ...(changed && { targets }) };
  },
  check: (values, of) => protectionOf(values, of).errors,
  topics: ['trades'],
});

/** What was left as it was found, as another tab, the chart or a break-even has changed it since; null where nothing of that has. */
export function followed(values: AmendTradeValues, trade: Trade): Partial<AmendTradeValues> | null {
  const { found } = values;
  const now = levelsOf(trade);
  const targetsLeft = JSON.stringify(values.targets) === JSON.stringify(found.targets);
  // Targets that are being typed are compared with those they were typed over.
  const next = { ...now, targets: targetsLeft ? now.targets : found.targets };
  if (JSON.stringify(next) === JSON.stringify(found)) return null;
  const left = PROTECTIONS.filter((what) => values.units[what] === 'price' && values[what] === found[what]);
  return {
    ...Object.fromEntries(left.map((what) => [what, now[what]])),
    ...(targetsLeft && { targets: now.targets }),
    found: next,
  };
}

function protectionOf(values: AmendTradeValues, { trade, instrument, quotes }: TradeOf) {
  const errors: FieldErrors = {};
  const body: Protected = { stop_loss: null, take_profit: null, trailing_distance: null };
  const pricing = pricingOfTrade(trade, instrument, quotes);
  for (const what of PROTECTIONS) {
    const typed = { unit: values.units[what], text: values[what] };
    if (typed.text.trim() === '') continue;
    const level = pricing === null ? undefined : levelOf(what, typed, pricing);
    if (level === undefined || level === null) errors[what] = words.unreadable;
    else body[what] = exactPrice(level);
  }
  return { body, errors };
}

/** Distances and sums are measured from where the trade was opened. */
export function pricingOfTrade(trade: Trade, instrument: Instrument, quotes: Quotes): PricingContext | null {
  const entry = tryParsePrice(trade.entry_price ?? '');
  if (entry === undefined) return null;
  const of = domainOf(instrument);
  return { of, side: trade.side, entry, lots: toUnits(trade.lots, 2), rate: rateOf(of.quote, quotes) };
}
