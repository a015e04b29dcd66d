import type { Instrument, Trade } from '@clearbook/contracts';
import { PRICE_SCALE, roundHalfEven, toCents, toPrice, toUnits } from '../../../lib/decimal.ts';
import { MINUS } from '../../../lib/format.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { closesAt, unrealized } from '../../../lib/ticket.ts';
import { domainOf, rateOf } from '../ticket/preview.ts';

/** What is open of a trade at the price where it would close now, in cents, half-even; null while a quote is missing. */
export function marketValue(trade: Trade, of: Instrument, quotes: Quotes): bigint | null {
  const quote = quotes[trade.symbol];
  const rate = rateOf(of.quote_currency, quotes);
  if (quote === undefined || rate === undefined) return null;
  // Lots in hundredths and dollars in cents: the two factors of a hundred cancel.
  const units = toUnits(trade.lots_open, 2) * domainOf(of).lotSize;
  return roundHalfEven(toPrice(quote[closesAt(trade.side)]) * units * rate.num, PRICE_SCALE * rate.den);
}

/** What a trade has won of its collateral, in hundredths of a percent, half-even; null while it cannot be told. */
export function returnOf(trade: Trade, of: Instrument, quotes: Quotes): bigint | null {
  const profit = unrealized(trade, of, quotes);
  const collateral = toCents(trade.amount.amount);
  return profit === null || collateral <= 0n ? null : roundHalfEven(profit * 10_000n, collateral);
}

/** "+4.20%" */
export function returnText(hundredths: bigint): string {
  const size = hundredths < 0n ? -hundredths : hundredths;
  const sign = hundredths === 0n ? '' : hundredths > 0n ? '+' : MINUS;
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}%`;
}
