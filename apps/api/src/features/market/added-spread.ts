import {
  type FeedQuote,
  type Instrument,
  instrument,
  spreadBy,
  type Symbol,
  type Tick,
} from '@clearbook/domain/market';
import type { Feed, FeedReading, PriceRange } from './feed.ts';

/** What is added to the spread of an instrument's prices, in tenths of a pip for forex and of a basis point otherwise. */
export type AddedSpreads = {
  at(of: Instrument, at: Date): number;
  /** The most that was, is or will be added, as far as anybody knows. */
  most(of: Instrument): number;
};

/**
 * A feed whose every price has what is added to its instrument's spread at the instant at which the source gave it. So a quote is the same whenever and
 * wherever it is read, and one that still stands as a change takes effect stays as it was dealt on. Mids, and so bars, are as the source gave them.
 */
export function withAddedSpreads(feed: Feed, added: AddedSpreads): Feed {
  const wide = (quote: FeedQuote): FeedQuote => {
    const of = instrument(quote.symbol);
    const tenths = added.at(of, quote.sourceTime);
    return tenths === 0 ? quote : { ...quote, ...spreadBy(of, quote, tenths) };
  };
  const { nextChange, range, ticks, ticksFrom, ownHours, onChange, publishesHere, health, start, stop } = feed;
  return {
    source: feed.source,
    label: feed.label,
    cadenceMs: (symbol) => feed.cadenceMs(symbol),
    read: (symbol, now) => wideReading(feed.read(symbol, now), wide),
    bars: (...asked) => feed.bars(...asked),
    ...(nextChange && { nextChange: nextChange.bind(feed) }),
    ...(range && { range: (...asked: Asked) => wideRange(asked[0], range.apply(feed, asked), added) }),
    ...(ticks && { ticks: (...asked: Asked) => wideTicks(ticks.apply(feed, asked), wide) }),
    ...(ticksFrom && { ticksFrom }),
    ...(ownHours !== undefined && { ownHours }),
    ...(onChange && { onChange: onChange.bind(feed) }),
    ...(publishesHere && { publishesHere: publishesHere.bind(feed) }),
    ...(health && { health: health.bind(feed) }),
    ...(start && { start: start.bind(feed) }),
    ...(stop && { stop: stop.bind(feed) }),
  };
}

type Asked = [symbol: Symbol, fromMs: number, untilMs: number];
type Wide = (quote: FeedQuote) => FeedQuote;

function wideReading(reading: FeedReading, wide: Wide): FeedReading {
  if (reading.state === 'silent') return reading;
  if (reading.state === 'good') return { ...reading, quote: wide(reading.quote) };
  return reading.last === undefined ? reading : { ...reading, last: wide(reading.last) };
}

function* wideTicks(ticks: Iterable<Tick>, wide: Wide): Generator<Tick> {
  for (const tick of ticks) yield { ...tick, quote: wide(tick.quote) };
}

/** Wide enough for what was added at any time: no mid is above the highest ask. */
function wideRange(symbol: Symbol, range: PriceRange | undefined, added: AddedSpreads): PriceRange | undefined {
  if (range === undefined) return undefined;
  const of = instrument(symbol);
  const { ask: high } = spreadBy(of, { bid: range.high, ask: range.high }, added.most(of));
  return { low: range.low - (high - range.high), high };
}
