import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { conversionRate, instrument } from '../../market/index.ts';
import {
  addFractions,
  type Cents,
  centsToDecimal,
  decimalToCents,
  max,
  min,
  roundHalfEven,
} from '../../money/index.ts';
import {
  type ClosedBy,
  closingColumns,
  type Trade,
  TRADES,
  type PendingClose,
  pendingClose,
} from '../positions/model.ts';
import { exactProfit } from '../positions/profit.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { tradeClosedNotification } from './notifications.ts';
import { conversionQuote } from './open-trade.ts';
import { refuse } from './refusals.ts';
import { onTape } from './tape.ts';
import { targetsLeft } from './targets.ts';

export type CloseTrade = {
  readonly kind: 'close_trade';
  readonly clientId: string;
  readonly tradeId: string;
  /** Hundredths of a lot; null closes everything that is open. */
  readonly lots: bigint | null;
  /** Closes only at a profit, or only at a loss, at the quote that closes it; it never waits for another one. */
  readonly only?: Outcomes | undefined;
};

/** Trades that a close at the quote ends with a profit, or with a loss. */
export const OUTCOMES = ['winners', 'losers'] as const;
export type Outcomes = (typeof OUTCOMES)[number];

/** Whose close it is, how much of the trade, null for everything that is open, and who or what closes it. */
export type Closing = Pick<CloseTrade, 'clientId' | 'tradeId' | 'lots'> & {
  readonly closedBy: ClosedBy;
  /** The best price that a trailing stop closes by. */
  readonly peak?: Trade['trailingPeak'];
};

/** A closing: of what, its result in dollars, and the price and quote that it was closed at. */
export type TradeClosed = Fields<'id' | 'symbol' | 'realized_pl' | 'exit_price' | 'exit_quote_id'>;
/** A close that waits: of how many hundredths of a lot, and since when. */
export type CloseWaits = Fields<'id' | 'lots' | 'since'> & { readonly status: 'waiting' };

/**
 * A client's own close, for a suspended client too: at the quote that holds now. In an open market without a good price it waits for the next one; what
 * waited of this trade before is over either way, because the last word counts.
 */
export function decideCloseTrade(
  state: State,
  command: CloseTrade,
  context: Context,
): Decision<TradeClosed | CloseWaits> {
  const closed = closeAtQuote(state, { ...command, closedBy: 'client' }, context);
  if (closed.outcome.ok) return ofOutcome(closed, closed.outcome.result, command);
  if (command.only !== undefined) return closed;
  const { code } = closed.outcome.refusal;
  return code === 'market.stale' || code === 'market.unavailable' ? waits(state, command, context) : closed;
}

/** What a close brings is known once it is decided: where it is not what was asked for, nothing happens. */
function ofOutcome(
  closed: Decision<TradeClosed>,
  { realized_pl: brought }: TradeClosed,
  { only }: CloseTrade,
): Decision<TradeClosed> {
  const cents = decimalToCents(brought);
  if (only === 'winners' && cents <= 0n) return refuse('trade.not_winning');
  if (only === 'losers' && cents >= 0n) return refuse('trade.not_losing');
  return closed;
}

function waits(state: State, { tradeId, lots }: CloseTrade, context: Context): Decision<CloseWaits> {
  const trade = state.of(TRADES).get(tradeId);
  if (trade === undefined) throw new Error('a close of no trade');
  const waiting = { lots: lots ?? trade.openLots, since: context.now };
  return {
    outcome: {
      ok: true,
      result: {
        id: trade.id,
        status: 'waiting',
        lots: waiting.lots.toString(),
        since: waiting.since.toISOString(),
      },
    },
    rows: [changed(TRADES, trade, { ...trade, ...closingColumns(waiting) })],
    invalidates: [
      { clientId: trade.clientId, topics: ['trades'], event: 'close_waits', subjectId: trade.id, staff: false },
    ],
  };
}

/** Closes at the quote that holds now: a buy at the bid, a sell at the ask; refused where there is none. */
export function closeAtQuote(state: State, command: Closing, context: Context): Decision<TradeClosed> {
  const { closedBy, peak } = command;
  const trade = state.of(TRADES).get(command.tradeId);
  if (trade === undefined || trade.clientId !== command.clientId) return refuse('trade.not_found');
  if (trade.status === 'closed') return refuse('trade.already_closed');
  const lots = command.lots ?? trade.openLots;
  if (lots > trade.openLots) return refuse('trade.too_many_lots', 'lots');

  const party = state.of(PARTIES).get(trade.clientId);
  if (party === undefined) throw new Error('trade of somebody without books');
  const of = instrument(trade.symbol);
  const priced = context.quote(trade.symbol, effectiveMarkup(party));
  if (!priced.ok) return refuse(priced.code, undefined, { detail: priced.detail });
  const conversion = conversionQuote(of.quote, trade.symbol, priced.quote, context);
  if (!conversion.ok) return refuse(conversion.code, undefined, { detail: conversion.detail });
  const rate = conversionRate(of.quote, () => conversion.quote ?? undefined);
  if (rate === undefined) throw new Error('a conversion without its quote');

  const converts = conversion.quote === priced.quote ? null : conversion.quote;
  const exitPrice = trade.side === 'buy' ? priced.quote.bid : priced.quote.ask;
  // Parts are paid as the rounded total so far less what was already paid, so that they sum to the whole to the cent.
  const exact = addFractions(
    trade.realisedExact,
    exactProfit(of, trade.side, lots, trade.entryPrice, exitPrice, rate, trade.splits),
  );
  const realised = roundHalfEven(exact.num, exact.den) - trade.realised;

  const whole = lots === trade.openLots;
  const { collateralOut, shortfall, toCash } = settled(trade, lots, realised);

  const after: Trade = {
    ...trade,
    openLots: trade.openLots - lots,
    collateralLeft: trade.collateralLeft - collateralOut,
    requiredMarginLeft: whole ? 0n : trade.requiredMarginLeft - (trade.requiredMarginLeft * lots) / trade.openLots,
    status: whole ? 'closed' : 'active',
    realised: trade.realised + realised,
    realisedExact: exact,
    shortfall: trade.shortfall + shortfall,
    exitPrice,
    exitQuoteId: priced.quote.id,
    exitConversionQuoteId: converts?.id ?? null,
    exitFillId: context.newId(),
    closedAt: context.now,
    closedBy,
    ...(peak !== undefined && { trailingPeak: peak }),
    targets: targetsLeft(trade, closedBy === 'take_profit' ? exitPrice : null, trade.openLots - lots),
    // What a client asked for is done: nothing waits any more. Any other close leaves of it what is still open.
    ...closingColumns(closedBy === 'client' ? null : stillWaiting(trade, trade.openLots - lots)),
  };
  const moved = collateralOut !== 0n || realised !== 0n;
  return {
    outcome: {
      ok: true,
      result: {
        id: trade.id,
        symbol: trade.symbol,
        realized_pl: centsToDecimal(realised),
        exit_price: exitPrice.toString(),
        exit_quote_id: priced.quote.id,
      },
    },
    ...(moved && {
      entry: entry('trade_closed', trade.clientId, trade.id, [
        debit('margin', collateralOut),
        debit('shortfall', shortfall),
        debit('trading', realised),
        credit('cash', toCash),
      ]),
    }),
    rows: [...onTape(priced.quote, converts), changed(TRADES, trade, after)],
    notifications: [tradeClosedNotification(after, { lots, price: exitPrice, realised, shortfall }, closedBy)],
    invalidates: [
      {
        clientId: trade.clientId,
        topics: ['account', 'trades'],
        event: 'trade_closed',
        subjectId: trade.id,
        staff: false,
      },
    ],
  };
}

/** What a part takes out of the trade, what of it reaches the client's cash, and the loss beyond the collateral. In cents. */
function settled(
  trade: Trade,
  lots: bigint,
  realised: Cents,
): { readonly collateralOut: Cents; readonly shortfall: Cents; readonly toCash: Cents } {
  const share = lots === trade.openLots ? trade.collateralLeft : (trade.collateralLeft * lots) / trade.openLots;
  const loss = realised < 0n ? -realised : 0n;
  // A loss above its share of the collateral takes from the rest; above all of it, the house bears the shortfall.
  const charged = min(loss, trade.collateralLeft);
  const collateralOut = max(share, charged);
  return { collateralOut, shortfall: loss - charged, toCash: collateralOut - charged + max(realised, 0n) };
}

/** A close that waits never takes more than is left. */
function stillWaiting(trade: Trade, left: bigint): PendingClose | null {
  const waits = pendingClose(trade);
  return waits === null || left === 0n ? null : { ...waits, lots: min(waits.lots, left) };
}
