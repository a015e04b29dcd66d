import { conversionPair, instrument, type Symbol } from '@clearbook/domain/market';
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
