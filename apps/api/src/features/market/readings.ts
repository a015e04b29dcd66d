import { type FeedQuote, type Instrument, isStale, OPENING_MAX_AGE_MS, standing } from '@clearbook/domain/market';
import type { Feed, FeedReading } from './feed.ts';
import type { KnownActions } from './price-actions.ts';

export type Reading = FeedReading | { readonly state: 'stale'; readonly last: FeedQuote };
export type ReadAt = (of: Instrument, now: Date) => Reading;

/**
 * A feed's `good` that is too old is not good, and neither is one from before a split that has taken effect, nor a share's while nobody knows whether one has.
 * What is shown instead is in the shares of now.
 */
export function readerOf(feed: Feed, actions: KnownActions): ReadAt {
  return (of, now) => {
    const nowMs = now.getTime();
    const reading = feed.read(of.symbol, now);
    const last = lastOf(reading);
    if (last === undefined) return reading;
    const stands = standing(last, actions.of(of.symbol), nowMs);
    if (reading.state !== 'good') return stands === last ? reading : ({ ...reading, last: stands } as Reading);
    const unknown = of.class === 'stock' && nowMs > actions.knownUntilMs();
    if (stands === last && !unknown && !isStale(of, last, nowMs, feed.cadenceMs(of.symbol))) return reading;
    return { state: 'stale', last: stands };
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
