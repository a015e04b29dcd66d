import {
  conversionPair,
  type Held,
  instrument,
  momentOfShares,
  standingAt,
  type Symbol,
} from '@clearbook/domain/market';
import type { Trigger } from '@clearbook/domain/trading';
import type { Market } from './market.ts';

/** What a symbol was last known to be worth at an instant, and what converts its base; undefined where nothing was known. */
export function marksAt(market: Pick<Market, 'showing' | 'conversion'>, symbol: Symbol, at: Date): Trigger | undefined {
  const { quote } = market.showing(symbol, at);
  if (quote === undefined) return undefined;
  const { base } = instrument(symbol);
  const pair = conversionPair(base);
  if (pair === undefined || pair.symbol === symbol) return { quote, conversions: [] };
  const conversion = market.conversion(base, at, 'display');
  return conversion.ok && conversion.quote !== null ? { quote, conversions: [conversion.quote] } : undefined;
}

/**
 * The same for what is held, in the shares in which it counts: a night before a split can still be charged after it, or before it is applied. Undefined also
 * while a split from before the instant is still to be applied.
 */
export function marksOf(
  market: Pick<Market, 'showing' | 'conversion' | 'actionsOf'>,
  held: Held,
  at: Date,
  now: Date,
): Trigger | undefined {
  const actions = market.actionsOf(held.symbol);
  const moment = momentOfShares(held, actions, at.getTime(), now.getTime());
  const marks = moment === undefined ? undefined : marksAt(market, held.symbol, at);
  return marks && moment !== undefined ? { ...marks, quote: standingAt(marks.quote, actions, moment) } : undefined;
}
