import { instrument, type Width } from './instruments.ts';
import type { Price } from './price.ts';
import { restated } from './price-actions.ts';
import { type DealtQuote, type FeedQuote, widened } from './quote.ts';

/** Largest mark-up that can be configured: ten pips or one percent. */
export const MAX_MARKUP: Width = 100;

/**
 * The quote that a client deals on: the feed's, widened by the mark-up on to the instrument's tick (`widened`). The id names the feed's quote and the
 * mark-up: the same two always give the same prices.
 * Throws a RangeError for a mark-up that is not an integer from 0 to MAX_MARKUP, which only a programming error can bring here.
 */
export function dealtQuote(feed: FeedQuote, markup: Width): DealtQuote {
  if (!Number.isInteger(markup) || markup < 0 || markup > MAX_MARKUP) throw new RangeError('mark-up out of range');
  const { shares, ...quote } = feed;
  const dealt = widened(instrument(feed.symbol), feed, markup);
  // Divided after its mark-up: what is held is then worth what it was before the split.
  const now = (price: Price): Price => (shares === undefined ? price : restated(price, shares));
  const [bid, ask, feedBid, feedAsk] = [now(dealt.bid), now(dealt.ask), now(feed.bid), now(feed.ask)];
  return { ...quote, id: `${feed.id}.m${markup}`, bid, ask, feedBid, feedAsk, markup: ask - bid - (feedAsk - feedBid) };
}
