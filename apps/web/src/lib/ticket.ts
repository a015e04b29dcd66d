import type { Instrument, Quote, Side, Trade } from '@clearbook/contracts';
import { centsText, divideUp, PRICE_SCALE, roundHalfEven, toPrice, toUnits } from './decimal.ts';
import type { Quotes } from './quotes.ts';

/** Dollars per unit of a currency as an exact fraction. */
type Ratio = { num: bigint; den: bigint };
const ONE: Ratio = { num: 1n, den: 1n };

/** Currencies whose pair is quoted as dollars per unit; for the others the pair is USD first. */
const QUOTED_IN_USD = new Set(['EUR', 'GBP', 'AUD', 'NZD']);

/** The pair that says what a currency is worth in dollars; null for the dollar itself. */
function usdPairOf(currency: string): string | null {
  if (currency === 'USD') return null;
  return QUOTED_IN_USD.has(currency) ? `${currency}USD` : `USD${currency}`;
}

/** Symbols whose quotes a ticket or an open trade of this instrument needs, its own included. */
export function symbolsFor(of: Instrument): string[] {
  const pairs = of.class === 'forex' ? [usdPairOf(of.base), usdPairOf(of.quote_currency)] : [];
  return [...new Set([of.symbol, ...pairs.filter((pair) => pair !== null)])];
}

/** Twice the mid, so that nothing is cut off. */
function doubleMid(quote: Quote): bigint {
  return toPrice(quote.bid) + toPrice(quote.ask);
}

function currencyToUsd(currency: string, quotes: Quotes): Ratio | null {
  const pair = usdPairOf(currency);
  if (pair === null) return ONE;
  const quote = quotes[pair];
  if (quote === undefined) return null;
  const mid = { num: doubleMid(quote), den: 2n * PRICE_SCALE };
  return QUOTED_IN_USD.has(currency) ? mid : { num: mid.den, den: mid.num };
}

/** Crypto and stocks are priced in dollars, so their own mid is the conversion. */
function baseToUsd(of: Instrument, quotes: Quotes): Ratio | null {
  if (of.class === 'forex') return currencyToUsd(of.base, quotes);
  const quote = quotes[of.symbol];
  return quote === undefined ? null : { num: doubleMid(quote), den: 2n * PRICE_SCALE };
}

export type TicketFigures = {
  /** All in cents. */
  notional: bigint;
  requiredMargin: bigint;
  /** What the distance of bid and ask costs, half-even to the cent. */
  spreadCost: bigint;
};

/**
 * What a ticket would mean at these quotes (T2): notional = lots × lot size × mid of base in dollars, margin =
 * notional ÷ leverage, up to the cent. `lots` as typed, already valid. Null while a quote is missing.
 * It is an expectation: the server decides again at the quote of the fill.
 */
export function ticketFigures(of: Instrument, lots: string, quotes: Quotes): TicketFigures | null {
  const quote = quotes[of.symbol];
  const base = baseToUsd(of, quotes);
  const counter = of.class === 'forex' ? currencyToUsd(of.quote_currency, quotes) : ONE;
  if (quote === undefined || base === null || counter === null) return null;
  // Lots in hundredths and dollars in cents: the two factors of a hundred cancel.
  const units = toUnits(lots, 2) * BigInt(of.lot_size);
  const spread = toPrice(quote.ask) - toPrice(quote.bid);
  const leverage = toUnits(String(of.leverage), 2);
  return {
    notional: roundHalfEven(units * base.num, base.den),
    requiredMargin: divideUp(units * base.num * 100n, base.den * leverage),
    spreadCost: roundHalfEven(spread * units * counter.num, PRICE_SCALE * counter.den),
  };
}

export type SignalSize = { lots: string; amount: string };

/** The loss at a signal's stop may be this part of what is available: one percent. */
const RISK_SHARE = 100n;
const LEAST: SignalSize = { lots: '0.01', amount: '' };
/** Ten lots, in hundredths: a size whose figures are not lost in the rounding of a cent. */
const SAMPLE = 1_000n;
/** What the field for lots takes at most. */
const MOST_HUNDREDTHS = 99_999_999n;

/**
 * A lot size whose loss at the signal's stop is at most one percent of what is available, and the amount that it needs: required margin
 * and that loss, up to the dollar. The smallest size without an amount where even that does not fit. Null while a quote is missing.
 */
export function signalSize(
  of: Instrument,
  signal: { entry: string; stop: string },
  availableCents: bigint,
  quotes: Quotes,
): SignalSize | null {
  const counter = of.class === 'forex' ? currencyToUsd(of.quote_currency, quotes) : ONE;
  if (counter === null || ticketFigures(of, LEAST.lots, quotes) === null) return null;
  const move = toPrice(signal.entry) - toPrice(signal.stop);
  const away = move < 0n ? -move : move;
  /** Cents that a size of so many hundredths of a lot loses at the stop, and that it needs with that loss. */
  const lossOf = (size: bigint): bigint =>
    divideUp(away * size * BigInt(of.lot_size) * counter.num, PRICE_SCALE * counter.den);
  const needOf = (size: bigint): bigint =>
    (ticketFigures(of, lotsText(size), quotes)?.requiredMargin ?? 0n) + lossOf(size);
  // Both grow in proportion to the size, but for the cent that each is rounded up by.
  const byRisk = (availableCents * SAMPLE) / (RISK_SHARE * atLeastOne(lossOf(SAMPLE)));
  const byNeed = (availableCents * SAMPLE) / atLeastOne(needOf(SAMPLE));
  const size = [byRisk, byNeed, MOST_HUNDREDTHS].reduce((least, each) => (each < least ? each : least));
  if (size < 1n) return LEAST;
  const need = divideUp(needOf(size), 100n) * 100n;
  return { lots: lotsText(size), amount: need > availableCents ? '' : centsText(need) };
}

/** The side of a quote at which an order opens: a buy at the ask, a sell at the bid. */
export function opensAt(side: Side): 'bid' | 'ask' {
  return side === 'buy' ? 'ask' : 'bid';
}

/** The side of a quote at which a position closes: a buy sells at the bid, a sell buys at the ask. */
export function closesAt(side: Side): 'bid' | 'ask' {
  return side === 'buy' ? 'bid' : 'ask';
}

/**
 * Unrealised profit (loss, negative) of an open trade in cents, half-even:
 * ±(price now − entry) × lots × lot size, converted at the mid of the quote currency's dollar pair.
 */
export function unrealized(
  trade: Pick<Trade, 'symbol' | 'side' | 'lots' | 'entry_price'>,
  of: Instrument,
  quotes: Quotes,
): bigint | null {
  const quote = quotes[trade.symbol];
  const counter = of.class === 'forex' ? currencyToUsd(of.quote_currency, quotes) : ONE;
  if (quote === undefined || counter === null || trade.entry_price === null) return null;
  const move = toPrice(quote[closesAt(trade.side)]) - toPrice(trade.entry_price);
  const signed = trade.side === 'buy' ? move : -move;
  return roundHalfEven(signed * toUnits(trade.lots, 2) * BigInt(of.lot_size) * counter.num, PRICE_SCALE * counter.den);
}

/** Adds steps of 0.01 lots to what is typed; never below one step. Anything unreadable starts at one step. */
export function stepLots(text: string, steps: number): string {
  const now = /^\d{1,7}(?:\.\d{1,2})?$/.test(text) ? toUnits(text, 2) : 0n;
  const next = now + BigInt(steps);
  return lotsText(next < 1n ? 1n : next);
}

function lotsText(hundredths: bigint): string {
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

function atLeastOne(value: bigint): bigint {
  return value < 1n ? 1n : value;
}
