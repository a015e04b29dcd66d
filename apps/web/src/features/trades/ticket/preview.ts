import type { Instrument as InstrumentWire, Quote, Side } from '@clearbook/contracts';
import {
  type ConversionRate,
  conversionRate,
  exactPrice,
  type Instrument,
  instrument,
  isSymbol,
  type Price,
  PRICE_SCALE,
  priceStep,
  tryParsePrice,
} from '@clearbook/domain/market';
import { type Estimate, estimate, type OrderDraft } from '@clearbook/domain/trading';
import { roundHalfEven, toUnits } from '../../../lib/decimal.ts';
import type { Quotes } from '../../../lib/quotes.ts';

type Sides = { readonly bid: Price; readonly ask: Price };

/** The domain's instrument behind the one of the api. */
export function domainOf(of: Pick<InstrumentWire, 'symbol'>): Instrument {
  if (!isSymbol(of.symbol)) throw new RangeError(`unknown symbol: ${of.symbol}`);
  return instrument(of.symbol);
}

export function sidesOf(quote: Quote): Sides & { id: string } {
  const [bid, ask] = [tryParsePrice(quote.bid), tryParsePrice(quote.ask)];
  if (bid === undefined || ask === undefined) throw new RangeError('not a quote');
  return { id: quote.id, bid, ask };
}

/** Dollars for one unit of a currency at the quotes of this moment. */
export function rateOf(currency: string, quotes: Quotes): ConversionRate | undefined {
  return conversionRate(currency, (symbol) => {
    const quote = quotes[symbol];
    return quote && sidesOf(quote);
  });
}

/**
 * What the ticket would mean at these quotes, by the functions that the server decides with. Null while a quote is missing. It is an
 * expectation: the server decides again at the quote of the fill.
 */
export function figuresFor(of: InstrumentWire, draft: OrderDraft, quotes: Quotes): Estimate | null {
  const domain = domainOf(of);
  const quote = quotes[of.symbol];
  if (quote === undefined) return null;
  const now = sidesOf(quote);
  const { buy, sell } = of.financing_rates;
  const terms = {
    leverageHundredths: Number(toUnits(String(of.leverage), 2)),
    financing: { buy: Number(toUnits(buy.percent_year, 2)), sell: Number(toUnits(sell.percent_year, 2)) },
  };
  return estimate(domain, draft, now, terms, (currency) => rateOf(currency, quotes)) ?? null;
}

/** The largest lot size, in hundredths, whose required margin this amount covers at each of these prices; null while a quote is missing. */
export function largestLots(
  of: InstrumentWire,
  amount: bigint,
  prices: readonly (Price | null)[],
  quotes: Quotes,
): bigint | null {
  const each = prices.map((price) => largestLotsAt(of, amount, price, quotes));
  return each.reduce((least, lots) => (least === null || lots === null ? null : lots < least ? lots : least));
}

function largestLotsAt(of: InstrumentWire, amount: bigint, price: Price | null, quotes: Quotes): bigint | null {
  const unit = figuresFor(of, { lots: SAMPLE, amount: null, price }, quotes);
  if (unit === null) return null;
  // In proportion but for the cent that a margin is rounded up by: the guess is at most one step off.
  let lots = (amount * SAMPLE) / unit.requiredMargin;
  if (lots > LOTS_MOST) lots = LOTS_MOST;
  while (lots > 0n && (figuresFor(of, { lots, amount: null, price }, quotes)?.requiredMargin ?? 0n) > amount)
    lots -= 1n;
  return lots;
}
const SAMPLE = 10_000n;
const LOTS_MOST = 99_999_999n;

/** How a stop, a target or a trailing stop may be typed. A distance is in pips for forex and in percent of the entry for everything else. */
export const UNITS = ['price', 'distance', 'money'] as const;
export type Unit = (typeof UNITS)[number];
export const PROTECTIONS = ['stop_loss', 'take_profit', 'trailing_distance'] as const;
export type Protection = (typeof PROTECTIONS)[number];
export type Typed = { unit: Unit; text: string };

/** What a distance is measured from and weighed with. */
export type PricingContext = {
  of: Instrument;
  side: Side;
  /** Where the position opens, or opened. */
  entry: Price;
  /** Hundredths; null while none are typed: money cannot be told then. */
  lots: bigint | null;
  /** Dollars for one unit of the quote currency; undefined while its quote is missing. */
  rate: ConversionRate | undefined;
};

const PIPS = /^-?\d{1,6}(?:\.\d)?$/;
const PERCENT = /^-?\d{1,4}(?:\.\d{1,2})?$/;
const MONEY = /^-?\d{1,9}(?:\.\d{1,2})?$/;

/** One sign for "better for this side": a buy gains above its entry, a sell below. */
function toward(what: Protection, side: Side): 1n | -1n {
  return (what === 'take_profit') === (side === 'buy') ? 1n : -1n;
}

/** The price, or for a trailing stop the distance, that was meant: in price units. Null for nothing typed, undefined for what cannot be read. */
export function levelOf(what: Protection, { unit, text }: Typed, pricing: PricingContext): Price | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (unit === 'price') return tryParsePrice(typed);
  const distance = unit === 'distance' ? distanceOfText(typed, pricing) : distanceOfMoney(typed, pricing);
  if (distance === undefined || what === 'trailing_distance') return distance;
  const level = pricing.entry + toward(what, pricing.side) * distance;
  return level > 0n ? level : undefined;
}

function distanceOfText(text: string, { of, entry }: PricingContext): Price | undefined {
  if (of.class === 'forex') return PIPS.test(text) ? (toUnits(text, 1) * of.pip) / 10n : undefined;
  const step = priceStep(of);
  return PERCENT.test(text) ? roundHalfEven(toUnits(text, 2) * entry, 10_000n * step) * step : undefined;
}

function distanceOfMoney(text: string, { of, lots, rate }: PricingContext): Price | undefined {
  if (!MONEY.test(text) || lots === null || lots === 0n || rate === undefined) return undefined;
  const step = priceStep(of);
  return roundHalfEven(toUnits(text, 2) * PRICE_SCALE * rate.den, lots * of.lotSize * rate.num * step) * step;
}

/** The same level in each of the three ways, as far as it can be told. `money` in cents, positive where it lies on the protection's own side. */
export type Told = { price: string; distance: string; money: bigint | null };

export function tell(what: Protection, level: Price, { of, side, entry, lots, rate }: PricingContext): Told {
  const distance = what === 'trailing_distance' ? level : (level - entry) * toward(what, side);
  const money =
    lots === null || rate === undefined
      ? null
      : roundHalfEven(distance * lots * of.lotSize * rate.num, PRICE_SCALE * rate.den);
  return { price: exactPrice(level, of.digits), distance: distanceText(of, entry, distance), money };
}

/** "25.0" pips, or "1.25" percent of the entry where nobody counts in pips. */
export function distanceText(of: Instrument, entry: Price, distance: Price): string {
  const scale = of.class === 'forex' ? 10n : 100n;
  const units = of.class === 'forex' ? roundHalfEven(distance * 10n, of.pip) : roundHalfEven(distance * 10_000n, entry);
  const size = units < 0n ? -units : units;
  const part = String(size % scale).padStart(of.class === 'forex' ? 1 : 2, '0');
  return `${units < 0n ? '-' : ''}${size / scale}.${part}`;
}
