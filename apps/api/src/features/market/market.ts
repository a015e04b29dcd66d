import {
  type ActionsOf,
  adjustedBars,
  type Bar,
  type BarInterval,
  type ChartInterval,
  conversionPair,
  conversionRate,
  type ConversionRate,
  dealtQuote,
  type DealtQuote,
  dividendsSince,
  type FeedQuote,
  INSTRUMENTS,
  type Instrument,
  instrument,
  joinBars,
  MOST_DAYS,
  type Symbol,
  type Width,
  withoutDividends,
} from '@clearbook/domain/market';
import type { Marks } from '@clearbook/domain/trading';
import type { Clock } from '../../platform/clock.ts';
import type { Feed } from './feed.ts';
import { type KnownActions, NOTHING_ANNOUNCED } from './price-actions.ts';
import { isFresh, lastOf, readerOf, type Reading } from './readings.ts';
import { closed, type MarketRefusal, stale, tooOldToOpen, unavailable } from './sentences.ts';
import { createStatus, type MarketStatus } from './status.ts';
import { createTicks, type Ticks } from './ticks.ts';

export type QuoteResult = { readonly ok: true; readonly quote: DealtQuote } | MarketRefusal;

/** The rate of a currency, coin or share to the dollar, and the quote whose mid it is: null for the dollar itself. */
export type ConversionResult =
  | { readonly ok: true; readonly rate: ConversionRate; readonly quote: FeedQuote | null }
  | MarketRefusal;

/** What a screen shows of a symbol: its latest good quote, also while it is closed. */
export type Showing = {
  readonly symbol: Symbol;
  readonly quote: FeedQuote | undefined;
  readonly open: boolean;
  readonly reopensAt: Date | undefined;
};

/**
 * The latest good quote of every instrument. All answers for one `now` belong together: ask with the same instant for everything that one decision needs. No
 * answer depends on what was asked before, so that every process and every repeat of a decision sees the same prices.
 */
export type Market = Ticks & {
  /** The quote that a client with this mark-up deals on at `now`. To open a trade, one that is fresh by its source's clock too, where the source is an outside one. */
  quote(symbol: Symbol, markup: Width, now: Date, purpose?: 'opening'): QuoteResult;
  /**
   * Dollars for one unit of a currency, coin or share. For `fill` (the default) the price must be good, or have stood within the last hour while its pair is shut;
   * for `display` the last known price will do, so that open positions keep a value at the weekend.
   */
  conversion(currency: string, now: Date, purpose?: 'fill' | 'display'): ConversionResult;
  showing(symbol: Symbol, now: Date): Showing;
  /** Last known prices at `now`, also of closed markets, without the dividends since them: for valuing, never for a fill. */
  marks(now: Date): Marks;
  /** The latest quote of every symbol that has one, closed ones included. */
  feedQuotes(now: Date): FeedQuote[];
  /** The quotes that may fill a trade at `now`: no symbol that is closed, stale, silent or set aside. */
  goodQuotes(now: Date, symbols?: readonly Symbol[]): FeedQuote[];
  /** When a price of these symbols may change next after an instant: where prices can be asked for again, in their order and without a gap. Undefined: never. */
  readonly nextChange?: ((symbols: readonly Symbol[], after: Date) => Date | undefined) | undefined;
  /** Bars up to an instant, in the shares of another (that one, where none is named) or as they were traded; with `fromMs` only those that begin from then on. */
  bars(
    symbol: Symbol,
    interval: ChartInterval,
    limit: number,
    until: Date,
    fromMs?: number,
    sharesOf?: Date | 'raw',
  ): Promise<Bar[]>;
  status(now: Date): MarketStatus;
  /** Whether sessions follow the calendar: recorded candles have hours of their own. */
  readonly followsCalendar: boolean;
  /** False if another process publishes the prices and tells this one. */
  publishesHere(): boolean;
  /** Where the feed has them. */
  readonly range: Feed['range'];
  readonly ticks: Feed['ticks'];
  readonly ticksFrom: Feed['ticksFrom'];
  /** What companies do to their shares, as far as prices show it. */
  readonly actionsOf: ActionsOf;
};

/** How long the last price of a dollar pair that is shut, or has no candle, may still convert a fill: a candle or two missing from a recording, never a weekend. */
export const SHUT_PAIR_LIMIT_MS = 60 * 60 * 1_000;

/** A reply's thousand, and one more that tells whether there are older ones. */
export const MAX_BARS = 1_001;

export function createMarket(options: {
  feed: Feed;
  clock: Clock;
  onListenerError: (error: unknown) => void;
  actions?: KnownActions;
}): Market {
  const { feed, actions = NOTHING_ANNOUNCED } = options;
  const read = readerOf(feed, actions);
  const status = createStatus(feed, read);
  const ticks = createTicks({ ...options, read, look: status.look });

  const refusal = (of: Instrument, reading: Exclude<Reading, { state: 'good' }>): MarketRefusal => {
    if (reading.state === 'closed') return closed(of, reading.reopensAt);
    return reading.state === 'stale' || reading.state === 'missing' ? stale(of) : unavailable(of);
  };

  const market: Market = {
    followsCalendar: feed.ownHours !== true,
    publishesHere: () => feed.publishesHere?.() ?? true,
    range: feed.range,
    ticks: feed.ticks,
    ticksFrom: feed.ticksFrom,
    actionsOf: actions.of,
    ...ticks,
    status: status.at,

    quote(symbol, markup, now, purpose) {
      const of = instrument(symbol);
      const reading = read(of, now);
      if (reading.state === 'good' && purpose === 'opening' && !isFresh(feed, reading.quote, now))
        return tooOldToOpen(of, now.getTime() - reading.quote.sourceTime.getTime());
      return reading.state === 'good' ? { ok: true, quote: dealtQuote(reading.quote, markup) } : refusal(of, reading);
    },

    conversion(currency, now, purpose = 'fill') {
      const pair = conversionPair(currency);
      if (pair === undefined) return { ok: true, rate: { num: 1n, den: 1n, quoteId: null }, quote: null };
      const of = instrument(pair.symbol);
      const reading = read(of, now);
      const quote = quoteFor(purpose, reading, now, feed.cadenceMs(pair.symbol));
      const rate = quote && conversionRate(currency, () => quote);
      if (quote !== undefined && rate !== undefined) return { ok: true, rate, quote };
      return reading.state === 'good' ? unavailable(of) : refusal(of, reading);
    },

    showing(symbol, now) {
      const reading = read(instrument(symbol), now);
      const reopensAt = reading.state === 'closed' ? reading.reopensAt : undefined;
      return { symbol, quote: lastOf(reading), open: reading.state !== 'closed', reopensAt };
    },

    marks: (now) => marksAt(market, actions, now),

    feedQuotes(now) {
      return INSTRUMENTS.flatMap((of) => lastOf(read(of, now)) ?? []);
    },

    goodQuotes(now, symbols) {
      return (symbols?.map(instrument) ?? INSTRUMENTS).flatMap((of) => {
        const reading = read(of, now);
        return reading.state === 'good' ? [reading.quote] : [];
      });
    },

    ...(feed.nextChange && {
      nextChange(symbols, after) {
        const changes = symbols.flatMap((symbol) => feed.nextChange?.(symbol, after)?.getTime() ?? []);
        return changes.length === 0 ? undefined : new Date(Math.min(...changes));
      },
    }),

    bars: barsOf(feed, actions),
  };

  return market;
}

function barsOf(feed: Feed, actions: KnownActions): Market['bars'] {
  return (symbol, interval, limit, until, fromMs = -Infinity, sharesOf = until) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_BARS) throw new RangeError('bars: limit out of range');
    const ofFeed = (each: BarInterval, count: number): Promise<Bar[]> =>
      feed.bars(symbol, each, count, until, fromMs).then((found) => {
        const bars = found.filter(({ timeMs }) => timeMs >= fromMs);
        return sharesOf === 'raw' ? bars : adjustedBars(bars, each, actions.of(symbol), sharesOf.getTime());
      });
    if (interval !== '1w' && interval !== '1M') return ofFeed(interval, limit);
    // So many days reach into more bars than are wanted, or are all the days of every one of them: none that is shown is cut.
    return ofFeed('1d', limit * MOST_DAYS[interval]).then((days) =>
      joinBars(days, interval)
        .filter(({ timeMs }) => timeMs >= fromMs)
        .slice(-limit),
    );
  };
}

function quoteFor(purpose: 'fill' | 'display', reading: Reading, now: Date, cadenceMs: number): FeedQuote | undefined {
  if (reading.state === 'good' || purpose === 'display') return lastOf(reading);
  if ((reading.state !== 'closed' && reading.state !== 'missing') || reading.last === undefined) return undefined;
  const ageMs = now.getTime() - reading.last.receivedTime.getTime();
  return ageMs <= SHUT_PAIR_LIMIT_MS + cadenceMs ? reading.last : undefined;
}

/** What values positions at a moment. */
function marksAt(market: Pick<Market, 'showing' | 'conversion'>, actions: Pick<KnownActions, 'of'>, now: Date): Marks {
  return {
    mark(symbol, markup) {
      const { quote } = market.showing(symbol, now);
      return quote && withoutDividends(dealtQuote(quote, markup), actions.of(symbol), now.getTime());
    },
    beforeDividend(symbol, markup) {
      const { quote } = market.showing(symbol, now);
      const paid = quote && dividendsSince(actions.of(symbol), quote, now.getTime());
      return paid ? dealtQuote(quote, markup) : undefined;
    },
    markRate(currency) {
      const conversion = market.conversion(currency, now, 'display');
      return conversion.ok ? conversion.rate : undefined;
    },
  };
}
