import {
  conversionPair,
  exactPrice,
  type Instrument,
  PRICE_DECIMALS,
  priceStep,
  widened,
} from '@clearbook/domain/market';
import { type Fraction, formatUsd, roundHalfEven } from '@clearbook/domain/money';
import { lotsText } from './wire.ts';

type Side = 'buy' | 'sell';
type Sides = { readonly bid: bigint; readonly ask: bigint };
export type FormulaQuote = Sides & { readonly id: string; readonly symbol: string; readonly feed: Sides };
export type FormulaClose = {
  readonly lots: bigint;
  readonly price: bigint;
  readonly realised: bigint;
  /** Shares held for each share bought as it closed. */
  readonly splits: Fraction;
  /** What turned its result into dollars. */
  readonly converter: FormulaQuote;
};

/** How a fill's price comes from the feed's: the mark-up's half added exactly, and one rounding to the tick. */
export function priceFormula(of: Instrument, side: Side, quote: FormulaQuote): string {
  const which = side === 'buy' ? 'ask' : 'bid';
  const text = (price: bigint): string => exactPrice(price, of.digits);
  const start = `${which} ${text(quote[which])} = feed ${which} ${text(quote.feed[which])} ${side === 'buy' ? '+' : '−'}`;
  const width = Number(/\.m(\d{1,3})$/.exec(quote.id)?.[1]);
  const dealt = Number.isInteger(width) ? widened(of, quote.feed, width) : undefined;
  // Quotes from before prices were kept on the tick have half of the stored mark-up on each side.
  if (dealt === undefined || dealt.bid !== quote.bid || dealt.ask !== quote.ask)
    return `${start} half of the mark-up ${text((quote.ask - quote.bid - (quote.feed.ask - quote.feed.bid)) / 2n)}`;
  const half =
    of.class === 'forex'
      ? `${exactPrice(of.pip)} × ${(width / 10).toFixed(1)} pips ÷ 2`
      : `mid ${midText(quote.feed, of.digits)} × ${width} basis points ÷ 20000`;
  return `${start} ${half}, rounded ${side === 'buy' ? 'up' : 'down'} to a whole ${exactPrice(priceStep(of))}`;
}

/**
 * How the result of the nth close of a trade comes about. Parts are paid as the rounded total so far less what was paid before (T10), so the formula of
 * a part refers to the parts before it: worked out as it stands, it gives the very cents beside it.
 */
export function resultFormula(
  of: Instrument,
  side: Side,
  entry: bigint,
  closes: readonly FormulaClose[],
  nth: number,
): string {
  const close = closes[nth - 1];
  if (close === undefined) throw new RangeError('no such close');
  const exit = exactPrice(close.price, of.digits);
  const paid = entryFormula(of, entry, close.splits);
  const own = `(${side === 'buy' ? `${exit} − ${paid}` : `${paid} − ${exit}`}) × ${lotsText(close.lots)} lots × ${of.lotSize}${rateText(of, close.converter)}`;
  const rounded = 'rounded to the cent (half to even)';
  const result = formatUsd(close.realised);
  if (closes.length === 1) return `result = ${own}, ${rounded} = ${result}`;
  if (nth === 1) return `part 1 = ${own}; result = part 1, ${rounded} = ${result}`;
  const before = closes.slice(0, nth - 1).reduce((sum, { realised }) => sum + realised, 0n);
  const parts = nth === 2 ? 'part 1 + part 2' : `part 1 + … + part ${nth}`;
  return `part ${nth} = ${own}; result = ${parts}, ${rounded}, less ${formatUsd(before)} for the parts before = ${result}`;
}

/** What was paid for a share of then, by the splits until then: left to be worked out, so that nothing is rounded. */
function entryFormula(of: Instrument, entry: bigint, { num, den }: Fraction): string {
  const paid = exactPrice(entry, of.digits);
  return num === den ? paid : `${paid} × ${den} ÷ ${num}`;
}

/** What a split makes of the opening price, which is rounded for showing alone. */
export function splitFormula(of: Instrument, entry: bigint, splits: Fraction): string {
  const now = roundHalfEven(entry * splits.den, splits.num);
  const equals = now * splits.num === entry * splits.den ? '=' : '≈';
  return `opening price ${entryFormula(of, entry, splits)} ${equals} ${exactPrice(now, of.digits)}`;
}

function rateText(of: Instrument, converter: FormulaQuote): string {
  const pair = conversionPair(of.quote);
  if (pair === undefined) return '';
  return ` ${pair.inverse ? '÷' : '×'} mid ${midText(converter, 0)} of ${converter.symbol}`;
}

/** The exact mid, which may have one decimal more than a price. */
export function midText({ bid, ask }: Sides, digits: number): string {
  const scale = 10n ** BigInt(PRICE_DECIMALS + 1);
  const units = (bid + ask) * 5n;
  const part = (units % scale).toString().padStart(PRICE_DECIMALS + 1, '0');
  const cut = part.replace(/0+$/, '').padEnd(digits, '0');
  return `${units / scale}${cut === '' ? '' : `.${cut}`}`;
}
