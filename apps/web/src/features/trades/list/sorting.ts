import type { Instrument } from '@clearbook/contracts';
import { fullNameOf } from '@clearbook/domain/market';
import { roundHalfEven, toPrice } from '../../../lib/decimal.ts';
import type { Quotes } from '../../../lib/quotes.ts';

/** How the market list can be ordered. The first is the specification's own order. */
export const SORTS = ['listed', 'name', 'gainers', 'losers', 'movers', 'spread'] as const;
export type Sort = (typeof SORTS)[number];

type Known = { quotes: Quotes; since: ReadonlyMap<string, string | null> };

/** Millionths by which the middle of bid and ask has moved today; null while it cannot be told. */
function moved(symbol: string, { quotes, since }: Known): bigint | null {
  const [quote, from] = [quotes[symbol], since.get(symbol)];
  if (quote === undefined || from === undefined || from === null) return null;
  const before = 2n * toPrice(from);
  return before === 0n ? null : roundHalfEven((toPrice(quote.bid) + toPrice(quote.ask) - before) * 1_000_000n, before);
}

/** The distance of bid and ask in billionths of their middle, so that every class can be compared; null without a quote. */
function width(symbol: string, { quotes }: Known): bigint | null {
  const quote = quotes[symbol];
  if (quote === undefined) return null;
  const [bid, ask] = [toPrice(quote.bid), toPrice(quote.ask)];
  return roundHalfEven((ask - bid) * 2_000_000_000n, bid + ask);
}

/** What an asset is ordered by, smallest first. */
function measure(sort: Sort, symbol: string, known: Known): bigint | null {
  if (sort === 'spread') return width(symbol, known);
  const change = moved(symbol, known);
  if (change === null || sort === 'losers') return change;
  return sort === 'movers' && change < 0n ? change : -change;
}

/** The list in another order, by the figures of one moment. What has no figure stands last; equals stay as listed. */
export function sorted(list: readonly Instrument[], sort: Sort, known: Known): Instrument[] {
  if (sort === 'listed') return [...list];
  if (sort === 'name') return list.toSorted((a, b) => fullNameOf(a.symbol).localeCompare(fullNameOf(b.symbol), 'en'));
  const figures = new Map(list.map(({ symbol }) => [symbol, measure(sort, symbol, known)]));
  return list.toSorted((a, b) => {
    const [left, right] = [figures.get(a.symbol) ?? null, figures.get(b.symbol) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left < right ? -1 : Number(left > right);
  });
}
