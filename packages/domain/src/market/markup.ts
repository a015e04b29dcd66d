import { instrument, type Width } from './instruments.ts';
import { type DealtQuote, doubleMid, type FeedQuote, halfWidth } from './quote.ts';

/** Largest mark-up that can be configured: ten pips or one percent. */
export const MAX_MARKUP: Width = 100;

/**
 * The quote that a client deals on: bid = feed bid − m ÷ 2, ask = feed ask + m ÷ 2, with m ÷ 2 from `halfWidth`. Both sides move by the same
 * amount, so the mid is the feed's. The id names the feed's quote and the mark-up: the same two always give the same prices.
 * Throws a RangeError for a mark-up that is not an integer from 0 to MAX_MARKUP, which only a programming error can bring here.
 */
export function dealtQuote(feed: FeedQuote, markup: Width): DealtQuote {
  if (!Number.isInteger(markup) || markup < 0 || markup > MAX_MARKUP) throw new RangeError('mark-up out of range');
  const half = halfWidth(instrument(feed.symbol), doubleMid(feed), markup);
  return {
    ...feed,
    id: `${feed.id}.m${markup}`,
    bid: feed.bid - half,
    ask: feed.ask + half,
    feedBid: feed.bid,
    feedAsk: feed.ask,
    markup: 2n * half,
  };
}
