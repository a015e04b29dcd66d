import { created, type RowImage } from '../../kernel/table.ts';
import { type DealtQuote, deviation } from '../../market/index.ts';
import { QUOTES, SECOND_QUOTES } from './model.ts';

/** The rows of the quotes that a fill or a charge rests on, with what a second source said of each. */
export function onTape(...quotes: readonly (DealtQuote | null)[]): RowImage[] {
  return quotes.flatMap((quote) => (quote === null ? [] : [created(QUOTES, quote), ...secondOf(quote)]));
}

function secondOf({ id, second, feedBid, feedAsk }: DealtQuote): RowImage[] {
  if (!second) return [];
  const { source, bid, ask, sourceTime } = second;
  const apart = deviation({ bid: feedBid, ask: feedAsk }, second);
  return [created(SECOND_QUOTES, { quoteId: id, source, bid, ask, sourceTime, deviation: apart })];
}
