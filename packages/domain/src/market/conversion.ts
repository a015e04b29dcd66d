import { isSymbol, type Symbol } from './instruments.ts';
import { type Price, PRICE_SCALE } from './price.ts';
import { doubleMid, type Rational } from './quote.ts';

/** The dollar pair of a currency. `inverse`: the pair is quoted as units of the currency for one dollar. */
export type ConversionPair = { readonly symbol: Symbol; readonly inverse: boolean };

const DIRECT: Readonly<Record<string, Symbol>> = { EUR: 'EURUSD', GBP: 'GBPUSD', AUD: 'AUDUSD', NZD: 'NZDUSD' };
const INVERSE: Readonly<Record<string, Symbol>> = { JPY: 'USDJPY', CAD: 'USDCAD', CHF: 'USDCHF' };

/** The instrument whose mid converts a currency, coin or share into dollars; undefined for the dollar. Throws a RangeError for anything else. */
export function conversionPair(currency: string): ConversionPair | undefined {
  if (currency === 'USD') return undefined;
  const direct = DIRECT[currency];
  if (direct !== undefined) return { symbol: direct, inverse: false };
  const inverse = INVERSE[currency];
  if (inverse !== undefined) return { symbol: inverse, inverse: true };
  if (isSymbol(currency)) return { symbol: currency, inverse: false };
  throw new RangeError(`no dollar pair for ${currency.slice(0, 20)}`);
}

type TwoSides = { readonly id: string; readonly bid: Price; readonly ask: Price };

/** Dollars for one unit: exactly num ÷ den. `quoteId` names the quote whose mid it is, null for the dollar itself. */
export type ConversionRate = Rational & { readonly quoteId: string | null };

/** The rate of a currency at the mid of its dollar pair; undefined where `getQuote` has no quote for that pair. */
export function conversionRate(
  currency: string,
  getQuote: (symbol: Symbol) => TwoSides | undefined,
): ConversionRate | undefined {
  const pair = conversionPair(currency);
  if (pair === undefined) return { num: 1n, den: 1n, quoteId: null };
  const quote = getQuote(pair.symbol);
  return quote === undefined ? undefined : rateOf(pair, quote);
}

function rateOf(pair: ConversionPair, quote: TwoSides): ConversionRate {
  const mid = doubleMid(quote);
  const one = 2n * PRICE_SCALE;
  return pair.inverse ? { num: one, den: mid, quoteId: quote.id } : { num: mid, den: one, quoteId: quote.id };
}
