import { type FeedQuote, type Instrument, isStale, OPENING_MAX_AGE_MS } from '@clearbook/domain/market';
import type { Feed, FeedReading } from './feed.ts';

export type Reading = FeedReading | { readonly state: 'stale'; readonly last: FeedQuote };
export type ReadAt = (of: Instrument, now: Date) => Reading;

/** A feed's `good` that is too old is not good. */
export function readerOf(feed: Feed): ReadAt {
  return (of, now) => {
    const reading = feed.read(of.symbol, now);
    if (reading.state !== 'good' || !isStale(of, reading.quote, now.getTime(), feed.cadenceMs(of.symbol)))
      return reading;
    return { state: 'stale', last: reading.quote };
  };
}

/** Fresh enough for a market order. A feed that is a function of time is never late. */
export function isFresh(feed: Feed, { sourceTime }: FeedQuote, now: Date): boolean {
  return feed.nextChange !== undefined || now.getTime() - sourceTime.getTime() <= OPENING_MAX_AGE_MS;
}

/** What is missing is waited for like what is stale. */
export function shownAs({ state }: Reading): Exclude<Reading['state'], 'missing'> {
  return state === 'missing' ? 'stale' : state;
}

export function lastOf(reading: Reading): FeedQuote | undefined {
  if (reading.state === 'good') return reading.quote;
  return reading.state === 'silent' ? undefined : reading.last;
}
