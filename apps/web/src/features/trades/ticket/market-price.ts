import type { Instrument } from '@clearbook/contracts';
import { exactPrice, type Price, priceStep } from '@clearbook/domain/market';
import { roundHalfEven } from '../../../lib/decimal.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { domainOf, sidesOf } from './preview.ts';

/** How far from the market an order’s price can be set at a press, in tenths of a percent. */
export const MOVES = [-10n, -5n, -1n, 0n, 1n, 5n, 10n] as const;

/** "−0.5" for minus five tenths of a percent, with its sign. */
export function moveText(tenths: bigint): string {
  const size = tenths < 0n ? -tenths : tenths;
  const text = size % 10n === 0n ? String(size / 10n) : `${size / 10n}.${size % 10n}`;
  return `${tenths < 0n ? '\u2212' : '+'}${text}`;
}

/** A price so far from the middle of bid and ask, on the tick; null while there is no quote. */
function priceNear(of: Instrument, quotes: Quotes, tenths: bigint): Price | null {
  const quote = quotes[of.symbol];
  if (quote === undefined) return null;
  const { bid, ask } = sidesOf(quote);
  const step = priceStep(domainOf(of));
  const price = roundHalfEven((bid + ask) * (1000n + tenths), 2000n * step) * step;
  return price > 0n ? price : null;
}

/** The same as a field for a price has it. */
export function priceNearText(of: Instrument, quotes: Quotes, tenths: bigint): string {
  const price = priceNear(of, quotes, tenths);
  return price === null ? '' : exactPrice(price, of.digits);
}
