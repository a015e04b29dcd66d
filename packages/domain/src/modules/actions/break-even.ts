import type { Context, Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { instrument, type Price, PRICE_SCALE, priceStep, type Rational } from '../../market/index.ts';
import { addFractions, floorDivide, type Fraction, max, ZERO } from '../../money/index.ts';
import type { Trade } from '../positions/model.ts';
import { entryOf } from '../positions/profit.ts';
import { closingPrice } from '../positions/sides.ts';
import { decideAmendTrade, findOpenTrade } from '../trading/amend-trade.ts';
import { priceOf } from '../trading/notifications.ts';
import { lastKnown } from '../trading/protections.ts';
import { refuse } from './refusals.ts';

/** Where a stop loss breaks even: the opening price, or where what its nights cost is covered as well. */
export const BREAK_EVENS = ['entry', 'costs'] as const;

/** Moves a trade's stop loss to where closing costs its client nothing. Its target and its trailing stop stay as they are. */
export type BreakEven = {
  readonly kind: 'break_even';
  readonly clientId: string;
  readonly tradeId: string;
  readonly at: (typeof BREAK_EVENS)[number];
};

/** What the price depends on. */
type Costs = Pick<Trade, 'symbol' | 'side' | 'openLots' | 'entryPrice' | 'financed'> & Partial<Pick<Trade, 'splits'>>;

/**
 * The first price on the tick at which closing what is open brings at least what its nights have cost. The spread was paid as it opened on the other side of
 * the quote. `rate` turns the quote currency into dollars. Not above zero where no price does that: a sell cannot gain more than its price.
 */
export function costsCoveredAt(trade: Costs, rate: Rational): Price {
  const of = instrument(trade.symbol);
  return levelBeyond(trade, {
    num: max(0n, trade.financed) * PRICE_SCALE * rate.den,
    den: trade.openLots * of.lotSize * rate.num,
  });
}

/** The first price on the tick that is better than the opening price by this much: after a split that lies between two ticks. */
function levelBeyond(trade: Pick<Costs, 'symbol' | 'side' | 'entryPrice' | 'splits'>, by: Fraction): Price {
  const step = priceStep(instrument(trade.symbol));
  const entry = entryOf(trade);
  const level = addFractions(entry, trade.side === 'buy' ? by : { ...by, num: -by.num });
  const steps = floorDivide(level.num, level.den * step);
  const exact = steps * step * level.den === level.num;
  return (trade.side === 'buy' && !exact ? steps + 1n : steps) * step;
}

export function decideBreakEven(state: State, command: BreakEven, context: Context): Decision {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  const known = lastKnown(trade.symbol, party, context);
  if (!known.ok) return refuse(known.code, undefined, { detail: known.detail });
  const { quote } = instrument(trade.symbol);
  const rate = context.markRate(quote);
  if (rate === undefined) {
    const conversion = context.conversion(quote);
    if (conversion.ok) throw new Error('a price that converts nothing');
    return refuse(conversion.code, undefined, { detail: conversion.detail });
  }
  const level = command.at === 'entry' ? levelBeyond(trade, ZERO) : costsCoveredAt(trade, rate);
  const { clientId, tradeId } = command;
  const { takeProfit, trailingDistance } = trade;
  const amended = decideAmendTrade(
    state,
    { kind: 'amend_trade', clientId, tradeId, stopLoss: level, takeProfit, trailingDistance },
    context,
  );
  if (!amended.outcome.ok && amended.outcome.refusal.code !== 'protection.stop_side') return amended;
  const now = closingPrice(known.quote, trade.side);
  const values = { side: trade.side, price: priceOf(trade, now), level: priceOf(trade, level) };
  if (!amended.outcome.ok) return refuse('break_even.beyond', 'stop_loss', values);
  if (isCovered(trade, level))
    return refuse('break_even.covered', 'stop_loss', { ...values, stop: priceOf(trade, trade.stopLoss ?? level) });
  return amended;
}

/** A stop that stands there already, or where it keeps more of a gain, is left alone. */
function isCovered({ side, stopLoss }: Trade, level: Price): boolean {
  return stopLoss !== null && (side === 'buy' ? stopLoss >= level : stopLoss <= level);
}
