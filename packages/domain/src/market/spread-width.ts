import { roundHalfEven } from '../money/index.ts';
import type { Instrument } from './instruments.ts';
import type { Price } from './price.ts';
import { doubleMid } from './quote.ts';

type Sides = { readonly bid: Price; readonly ask: Price };

/** The distance of bid and ask as it is spoken of, in tenths: of a pip for forex, of a basis point of the mid otherwise. Half-even. */
export function spreadWidth(of: Instrument, quote: Sides): bigint {
  const distance = quote.ask - quote.bid;
  if (of.class === 'forex') return roundHalfEven(distance * 10n, of.pip);
  return roundHalfEven(distance * 200_000n, doubleMid(quote));
}

/** The distance that such a width is at a quote's mid, in price units, exact. */
export function widthDistance(of: Instrument, tenths: bigint, quote: Sides): { num: bigint; den: bigint } {
  return of.class === 'forex' ? { num: tenths * of.pip, den: 10n } : { num: tenths * doubleMid(quote), den: 200_000n };
}

/** "1.8": tenths as they are shown. */
export function widthText(tenths: bigint): string {
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** Fewer quotes than these say nothing about what is usual. */
export const USUAL_LEAST = 10;

/** What is usual among widths: from the tenth to the ninetieth of a hundred. Undefined where there are too few. */
export function usualWidths(widths: readonly bigint[]): { readonly low: bigint; readonly high: bigint } | undefined {
  if (widths.length < USUAL_LEAST) return undefined;
  const sorted = widths.toSorted((a, b) => Number(a - b));
  const at = (percent: number): bigint => sorted[Math.ceil((sorted.length * percent) / 100) - 1]!;
  return { low: at(10), high: at(90) };
}
