import {
  ACTIONS,
  type CorporateAction,
  DIVIDENDS,
  effectiveAt,
  ORDER_SPLITS,
  TRADE_SPLITS,
} from '@clearbook/domain/corporate-actions';
import { afterOf, type AnyDecision, type Command, imageOf, type Outcome, type State } from '@clearbook/domain/ledger';
import { INSTRUMENTS, PRICE_SCALE } from '@clearbook/domain/market';
import { type Trade, TRADES } from '@clearbook/domain/positions';
import { openSince, type Order, ORDERS, QUOTES } from '@clearbook/domain/trading';
import type { Pool } from './faults.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const SHARES = INSTRUMENTS.filter((one) => one.class === 'stock').map(({ symbol }) => symbol);
const DAY_MS = 86_400_000;

/** Shares whose companies announce something now, recorded as the product's recorder does it and told to the oracle. Nothing may be under way. */
export async function announce(
  owner: Pool,
  { random, world, state, now }: { random: Random; world: World; state: State; now: Date },
): Promise<void> {
  for (let n = random.between(1, 4); n > 0; n--) {
    const symbol = random.pick(SHARES);
    const exDate = new Date(now.getTime() + random.between(1, 4) * DAY_MS).toISOString().slice(0, 10);
    const at = effectiveAt(symbol, exDate);
    const known = [...state.of(ACTIONS).values()].some((one) => one.symbol === symbol && one.exDate === exDate);
    if (at === undefined || known || at.getTime() < now.getTime() + DAY_MS) continue;
    const told = {
      id: random.uuid(),
      symbol,
      exDate,
      effectiveAt: at,
      source: 'sim',
      sourceTime: now,
      recordedAt: now,
    };
    if (random.chance(0.4)) {
      const [newRate, oldRate] = ratio(random, world.mid(symbol, at));
      await owner.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[told.id, symbol, newRate, oldRate, exDate],
        ...[told.source, now, now],
      ]);
      state.of(ACTIONS).set(told.id, { ...told, type: 'split', rate: null, newRate, oldRate });
      world.split({ symbol, newRate: BigInt(newRate), oldRate: BigInt(oldRate), at });
      continue;
    }
    // Mostly some percent; now and then next to nothing, or more than a sell has left.
    const pick = random.next();
    const most = pick < 0.1 ? 10_000n : (world.mid(symbol, now) * (pick < 0.85 ? 5n : 80n)) / 100n;
    const rate = random.bigBetween(1n, most);
    await owner.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $7)', [
      ...[told.id, symbol, rate, exDate],
      ...[told.source, now, now],
    ]);
    state.of(ACTIONS).set(told.id, { ...told, type: 'cash_dividend', rate, newRate: null, oldRate: null });
  }
}

/** More shares of a dear one and fewer of a cheap one, so that prices stay what a share costs. */
function ratio(random: Random, price: bigint): [number, number] {
  const [many, few] = random.pick([
    [2, 1],
    [4, 1],
    [3, 2],
    [7, 3],
    [10, 1],
    [25, 1],
  ] as const);
  const dear = price > 300n * PRICE_SCALE || (price > 30n * PRICE_SCALE && random.chance(0.5));
  return dear ? [many, few] : [few, many];
}

/** When the next announced action takes effect. */
export function nextAction(state: State, now: Date): Date | undefined {
  return [...state.of(ACTIONS).values()]
    .map((action) => action.effectiveAt)
    .filter((at) => at > now)
    .toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/**
 * What the database refuses: a close at a quote from after a dividend or a split that is not booked, or from before one that is, and what a client sets at a
 * split that is not applied. Once it has said so that stays the answer, also where the action was booked before the ledger asked again: `bookedSince` are the
 * trades and orders of which that may be so.
 */
export function refusedForAction(
  state: State,
  { outcome, rows = [] }: AnyDecision,
  bookedSince: ReadonlySet<string>,
): Outcome | undefined {
  const first = rows.some((image) => {
    const ofTrade = imageOf(TRADES, image);
    const ofOrder = imageOf(ORDERS, image);
    if (bookedSince.has(ofTrade?.after.id ?? ofOrder?.after.id ?? '')) return outcome.ok;
    if (ofOrder) return ofOrder.before !== null && isSetAtSplit(state, rows, ofOrder.before, ofOrder.after);
    if (!ofTrade?.before || afterOf(TRADE_SPLITS, rows).length > 0) return false;
    const { before, after } = ofTrade;
    if (after.openLots < before.openLots) return isOutOfOrder(state, after, closingQuote(rows, after));
    const [set] = [after.protectedAt, after.closingSince].filter(
      (at, i) => at !== null && at.getTime() !== [before.protectedAt, before.closingSince][i]?.getTime(),
    );
    return set !== undefined && set !== null && dueSplits(state, after, set).length > 0;
  });
  return first ? { ok: false, refusal: { code: 'corporate_action.first' } } : undefined;
}

function isSetAtSplit(state: State, rows: AnyDecision['rows'], before: Order, after: Order): boolean {
  // Nor does a price of the new shares reach a stop in old ones.
  const reached = before.triggeredAt === null ? after.triggeredAt : null;
  if (reached !== null) return dueOfOrder(state, before, reached).length > 0;
  if (after.status !== 'working' || after.setAt.getTime() === before.setAt.getTime()) return false;
  return afterOf(ORDER_SPLITS, rows).length === 0 && dueOfOrder(state, before, after.setAt).length > 0;
}

function closingQuote(rows: AnyDecision['rows'], { exitQuoteId }: Trade): Date {
  const quote = afterOf(QUOTES, rows).find(({ id }) => id === exitQuoteId);
  if (quote === undefined) throw new Error('a close without its quote');
  return quote.receivedTime;
}

function isOutOfOrder(state: State, trade: Trade, quoteAt: Date): boolean {
  return [...state.of(ACTIONS).values()].some((action) => {
    const { type, symbol, effectiveAt: at } = action;
    if (symbol !== trade.symbol) return false;
    const booked = isBooked(state, action, trade);
    // What a split leaves over goes at the last price of the old shares.
    if (type === 'split' && at > quoteAt && trade.closedBy === 'split') return false;
    return at > quoteAt ? booked : !booked && openSince(trade) < at;
  });
}

export type Booking = {
  readonly command: Extract<
    Command,
    { kind: 'pay_dividend' | 'apply_split' | 'cash_in_lieu' | 'apply_split_to_order' }
  >;
  readonly key: string;
};

/** What has taken effect of these trades, the first one of each that has not been booked, under the key that the product gives it. */
export function dueBookings(state: State, trades: readonly Trade[], world: World, now: Date): Booking[] {
  return trades.flatMap((trade): Booking[] => {
    const { id: tradeId, clientId, openLots } = trade;
    if (trade.status !== 'active') return [];
    const [action] = dueActions(state, trade, now);
    if (action === undefined) return [];
    const of = { clientId, tradeId, actionId: action.id };
    if (action.oldRate === null)
      return [{ command: { kind: 'pay_dividend', ...of }, key: `dividend:${action.id}:${tradeId}` }];
    if (openLots % BigInt(action.oldRate) === 0n)
      return [{ command: { kind: 'apply_split', ...of }, key: `split:${action.id}:${tradeId}` }];
    const quote = world.feedQuote(trade.symbol, new Date(action.effectiveAt.getTime() - 1));
    const trigger = { quote, conversions: [] };
    return [{ command: { kind: 'cash_in_lieu', ...of, trigger }, key: `in-lieu:${action.id}:${tradeId}` }];
  });
}

/** The same of orders that wait. */
export function dueOrderBookings(state: State, orders: readonly Order[], now: Date): Booking[] {
  return orders.flatMap((order): Booking[] => {
    const [action] = order.status === 'working' ? dueOfOrder(state, order, now) : [];
    if (action === undefined) return [];
    const of = { clientId: order.clientId, orderId: order.id, actionId: action.id };
    return [{ command: { kind: 'apply_split_to_order', ...of }, key: `split:${action.id}:${order.id}` }];
  });
}

/** Whether a price of this moment may be held against a trade or an order: the product looks at none before what has taken effect is booked. */
export function isInShares(state: State, row: Trade | Order, now: Date): boolean {
  return ('setAt' in row ? dueOfOrder(state, row, now) : dueSplits(state, row, now)).length === 0;
}

function dueSplits(state: State, trade: Trade, at: Date): CorporateAction[] {
  return dueActions(state, trade, at).filter(({ type }) => type === 'split');
}

function dueActions(state: State, trade: Trade, now: Date): CorporateAction[] {
  return [...state.of(ACTIONS).values()]
    .filter(({ symbol, effectiveAt: at }) => symbol === trade.symbol && at <= now && openSince(trade) < at)
    .filter((action) => !isBooked(state, action, trade))
    .toSorted(byMoment);
}

function isBooked(state: State, { id, type }: CorporateAction, trade: Trade): boolean {
  const key = `${id} ${trade.id}`;
  return type === 'split' ? state.of(TRADE_SPLITS).has(key) : state.of(DIVIDENDS).has(key);
}

function dueOfOrder(state: State, { symbol, setAt }: Order, now: Date): CorporateAction[] {
  return [...state.of(ACTIONS).values()]
    .filter((one) => one.type === 'split' && one.symbol === symbol && setAt < one.effectiveAt && one.effectiveAt <= now)
    .toSorted(byMoment);
}

function byMoment(a: CorporateAction, b: CorporateAction): number {
  return a.effectiveAt.getTime() - b.effectiveAt.getTime();
}
