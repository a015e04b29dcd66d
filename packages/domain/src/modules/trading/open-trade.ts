import { UNSPLIT } from '../positions/profit.ts';
import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields, Priced } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import {
  conversionPair,
  conversionRate,
  type DealtQuote,
  instrument,
  type Instrument,
  isSymbol,
  MIN_NOTIONAL_CENTS,
  type Price,
} from '../../market/index.ts';
import { type Cents, formatUsd, ZERO } from '../../money/index.ts';
import { MAX_OPEN_TRADES, openTradesCount, worthOf } from '../positions/exposure.ts';
import { exceedsEquity } from '../positions/margin-rule.ts';
import { notional, notionalCents, requiredMargin } from '../positions/margin.ts';
import { closingColumns, type Side, type Trade, TRADES } from '../positions/model.ts';
import { closingPrice, openingPrice } from '../positions/sides.ts';
import { effectiveLeverageHundredths, effectiveMarkup } from '../positions/terms.ts';
import { refuseOpening } from '../protection/guard.ts';
import { refuseHoliday, refuseNotOffered, refuseVolume } from '../configuration/guard.ts';
import { refuseStoppedTrading } from '../switches/guard.ts';
import { namedBy, refusedRepeat } from './client-order-id.ts';
import { isBeyond, type MaxDeviation, worstPrice } from './deviation.ts';
import { priceOf, tradeOpenedNotification } from './notifications.ts';
import { type OptionalProtections, protectionsOf } from './protections.ts';
import { refuse } from './refusals.ts';
import { onTape } from './tape.ts';
import { refusedClosing } from './targets.ts';

export type OpenTrade = OptionalProtections & {
  readonly kind: 'open_trade';
  readonly clientId: string;
  readonly symbol: string;
  readonly side: Side;
  /** Hundredths of a lot, positive. */
  readonly lots: bigint;
  /** Collateral that the client puts up. */
  readonly amount: Cents;
  /** Refused where the price has moved further than this against the client. */
  readonly maxDeviation?: MaxDeviation;
  /** The id that the client's own program gives the order. */
  readonly clientOrderId?: string;
};

/** The order, its trade, and the price and quote that it was filled at. */
export type TradeOpened = Fields<'id' | 'trade_id' | 'filled_price' | 'quote_id'>;

/** No single trade is worth more than this, so that every later sum stays far from the limits of its column. */
export const MAX_NOTIONAL_CENTS = 100_000_000_000n;

export type Opening = {
  /** The order that fills here had waited: its id, and from which quote on its position is held and its stops and target count. */
  readonly waited?: { readonly orderId: string; readonly heldSince: Date };
  /** The order that fills here was placed just now, and has a row of its own. */
  readonly orderId?: string;
  /** The copy that it belongs to, and the trade that it mirrors. */
  readonly mirrors?: Pick<Trade, 'copyId' | 'leadTradeId'>;
  /** The trade that this one turns round. */
  readonly reverses?: string;
};

/** A market order: filled at once at the quote that holds now, or refused. BUY at the ask, SELL at the bid. */
export function decideOpenTrade(
  state: State,
  command: OpenTrade,
  context: Context,
  { waited, orderId = waited?.orderId, mirrors, reverses }: Opening = {},
): Decision<TradeOpened> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('order of somebody without books');
  if (party.status !== 'active') return refuse('account.suspended');
  const held =
    refuseStoppedTrading(state, command.symbol) ??
    refuseNotOffered(state, command.symbol, context.now) ??
    refuseOpening(state, party, context) ??
    refusedRepeat(state, command);
  if (held) return held;
  if (!isSymbol(command.symbol)) return refuse('order.unknown_symbol', 'symbol');
  if (openTradesCount(state, party.id) >= MAX_OPEN_TRADES)
    return refuse('order.too_many_trades', undefined, { most: String(MAX_OPEN_TRADES) });
  const beyond =
    refuseHoliday(state, command.symbol, context.now) ??
    refuseVolume(state, { ...command, symbol: command.symbol }, context.now);
  if (beyond) return beyond;
  const of = instrument(command.symbol);

  const priced = context.quote(command.symbol, effectiveMarkup(party), 'opening');
  if (!priced.ok) return refuse(priced.code, undefined, { detail: priced.detail });
  const moved = refusedDeviation(of, command, openingPrice(priced.quote, command.side));
  if (moved) return moved;
  const conversion = conversionQuote(of.base, command.symbol, priced.quote, context);
  if (!conversion.ok) return refuse(conversion.code, undefined, { detail: conversion.detail });
  const rate = conversionRate(of.base, () => conversion.quote ?? undefined);
  if (rate === undefined) throw new Error('a conversion without its quote');

  const value = notional(of, command.lots, rate);
  const worth = notionalCents(value);
  if (worth < MIN_NOTIONAL_CENTS) return refuse('order.notional_too_small', 'lots');
  if (worth > MAX_NOTIONAL_CENTS) return refuse('order.notional_too_large', 'lots');
  if (command.amount > party.cash) return refuse('order.insufficient_balance', 'amount');
  const leverage = effectiveLeverageHundredths(of, party);
  const required = requiredMargin(value, leverage);
  if (command.amount < required) return refuse('order.margin_too_small', 'amount', { required: formatUsd(required) });

  const protections = protectionsOf(command);
  const closing = closingPrice(priced.quote, command.side);
  // What was attached to an order that waited is as good as at its placing; a gap beyond it closes at the next quote.
  const refused = waited ? undefined : refusedClosing(command.symbol, command.side, closing, protections, command.lots);
  if (refused) return refused;

  const converts = conversion.quote === priced.quote ? null : conversion.quote;
  const trade: Trade = {
    id: context.newId(),
    clientId: command.clientId,
    symbol: command.symbol,
    side: command.side,
    lots: command.lots,
    openLots: command.lots,
    collateral: command.amount,
    collateralLeft: command.amount,
    requiredMargin: required,
    requiredMarginLeft: required,
    leverageHundredths: leverage,
    status: 'active',
    entryPrice: openingPrice(priced.quote, command.side),
    entryQuoteId: priced.quote.id,
    entryConversionQuoteId: converts?.id ?? null,
    orderId: orderId ?? null,
    worstPrice: command.maxDeviation ? worstPrice(of, command.side, command.maxDeviation) : null,
    realised: 0n,
    realisedExact: ZERO,
    shortfall: 0n,
    openedAt: context.now,
    heldSince: waited?.heldSince ?? null,
    exitPrice: null,
    exitQuoteId: null,
    exitConversionQuoteId: null,
    exitFillId: null,
    closedAt: null,
    closedBy: null,
    copyId: null,
    leadTradeId: null,
    ...mirrors,
    reverses: reverses ?? null,
    // What copies of this trade are measured by: worth before it, as its own spread is no part of that. Money on its way out counts, because it may
    // come back by itself: a withdrawal that nobody confirms would otherwise make every copy many times as large as its trader's own trade.
    equityAtOpen: party.leads ? worthOf(state, party, context).equity + party.withdrawing : null,
    ...protections,
    trailingPeak: protections.trailingDistance === null ? null : closing,
    protectedAt: waited?.heldSince ?? (isProtected(protections) ? context.now : null),
    trailingSince: null,
    financed: 0n,
    accrued: 0n,
    financedThrough: null,
    dividends: 0n,
    splits: UNSPLIT,
    lossStep: 0,
    calledLevel: null,
    calledSince: null,
    ...closingColumns(null),
  };
  const weight = exceedsEquity(state, party, trade, context);
  if (weight !== undefined)
    return refuse('order.exceeds_equity', 'lots', {
      required: formatUsd(weight.required),
      equity: formatUsd(weight.equity),
    });
  return {
    outcome: {
      ok: true,
      result: {
        id: trade.orderId ?? trade.id,
        trade_id: trade.id,
        filled_price: trade.entryPrice.toString(),
        quote_id: priced.quote.id,
      },
    },
    entry: entry('trade_opened', command.clientId, trade.id, [
      debit('cash', command.amount),
      credit('margin', command.amount),
    ]),
    rows: [...onTape(priced.quote, converts), created(TRADES, trade), ...namedBy(command, trade.id)],
    notifications: [tradeOpenedNotification(trade)],
    invalidates: [
      {
        clientId: command.clientId,
        topics: ['account', 'trades'],
        event: 'trade_opened',
        subjectId: trade.id,
        staff: false,
      },
    ],
  };
}

function refusedDeviation(
  of: Instrument,
  { side, maxDeviation }: OpenTrade,
  price: Price,
): Decision<never> | undefined {
  if (maxDeviation === undefined || !isBeyond(side, price, worstPrice(of, side, maxDeviation))) return undefined;
  return refuse('order.price_moved', 'max_deviation', {
    side,
    price: priceOf(of, price),
    expected: priceOf(of, maxDeviation.expected),
  });
}

function isProtected(protections: ReturnType<typeof protectionsOf>): boolean {
  return Object.values(protections).some((each) => each !== null);
}

/**
 * The quote whose mid converts `currency` into dollars: null for the dollar, the trade's own quote where that is the pair,
 * otherwise the pair's feed quote without mark-up.
 */
export function conversionQuote(
  currency: string,
  symbol: string,
  own: DealtQuote,
  context: Context,
): Priced<DealtQuote | null> {
  const pair = conversionPair(currency);
  if (pair === undefined) return { ok: true, quote: null };
  if (pair.symbol === symbol) return { ok: true, quote: own };
  return context.conversion(currency);
}
