import {
  type AssetClass,
  type Bar,
  type BarInterval,
  conversionPair,
  conversionRate,
  type ConversionRate,
  dealtQuote,
  type DealtQuote,
  type FeedQuote,
  INSTRUMENTS,
  type Instrument,
  instrument,
  isStale,
  OPENING_MAX_AGE_MS,
  type Symbol,
  type Width,
} from '@clearbook/domain/market';
import type { Marks } from '@clearbook/domain/trading';
import type { Clock } from '../../platform/clock.ts';
import type { Feed, FeedReading, SourceHealth } from './feed.ts';
import { closed, type MarketRefusal, stale, tooOldToOpen, unavailable } from './sentences.ts';

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

/** `partly`: some of a class's open instruments have no price to deal on. `set_aside`, `stale` and `silent`: none has, and what most of them are. */
export type ClassState = 'good' | 'partly' | 'closed' | 'set_aside' | 'stale' | 'silent';

export type ClassStatus = {
  readonly class: AssetClass;
  readonly state: ClassState;
  /** When this process first saw it so; undefined where it does not look at the market by itself. */
  readonly since: Date | undefined;
  readonly good: number;
  /** Of those, whose price is fresh enough for a market order. */
  readonly fresh: number;
  readonly open: number;
  readonly instruments: number;
  /** When the first of them opens again, where all are closed. */
  readonly reopensAt: Date | undefined;
  /** Names stored with the quotes that are dealt on now. */
  readonly sources: readonly string[];
  /** The longest time for which one of its prices may stand. */
  readonly cadenceMs: number;
};

export type MarketStatus = {
  readonly classes: readonly ClassStatus[];
  /** Connections of outside sources; empty where the feed depends on nobody. */
  readonly connections: readonly SourceHealth[];
  readonly source: string;
  readonly label: string;
  /** Some instrument has a good price now, or every instrument is closed as it should be. */
  readonly ok: boolean;
  readonly good: number;
  readonly closed: number;
  readonly setAside: number;
  readonly silent: number;
};

/**
 * The latest good quote of every instrument. All answers for one `now` belong together: ask with the same instant for everything that one decision needs. No
 * answer depends on what was asked before, so that every process and every repeat of a decision sees the same prices.
 */
export type Market = {
  /** The quote that a client with this mark-up deals on at `now`. To open a trade, one that is fresh by its source's clock too, where the source is an outside one. */
  quote(symbol: Symbol, markup: Width, now: Date, purpose?: 'opening'): QuoteResult;
  /**
   * Dollars for one unit of a currency, coin or share. For `fill` (the default) the price must be good, or have stood within the last hour while its pair is shut;
   * for `display` the last known price will do, so that open positions keep a value at the weekend.
   */
  conversion(currency: string, now: Date, purpose?: 'fill' | 'display'): ConversionResult;
  showing(symbol: Symbol, now: Date): Showing;
  /** Last known prices at `now`, also of closed markets: for valuing, never for a fill. */
  marks(now: Date): Marks;
  /** The latest quote of every symbol that has one, closed ones included. */
  feedQuotes(now: Date): FeedQuote[];
  /** The quotes that may fill a trade at `now`: no symbol that is closed, stale, silent or set aside. */
  goodQuotes(now: Date, symbols?: readonly Symbol[]): FeedQuote[];
  /** When a price of these symbols may change next after an instant: where prices can be asked for again, in their order and without a gap. Undefined: never. */
  readonly nextChange?: ((symbols: readonly Symbol[], after: Date) => Date | undefined) | undefined;
  bars(symbol: Symbol, interval: BarInterval, limit: number, now: Date): Promise<Bar[]>;
  /** Calls the listener with the quotes that changed since the last call, a few times a second between `start` and `stop`. Returns the way to stop listening. */
  onTick(listener: TickListener): () => void;
  start(): void;
  stop(): void;
  status(now: Date): MarketStatus;
  /** Whether sessions follow the calendar: recorded candles have hours of their own. */
  readonly followsCalendar: boolean;
  /** Where the feed has one. */
  readonly range: Feed['range'];
};
export type TickListener = (changed: readonly FeedQuote[]) => void;

/** How often the feed is looked at for new quotes. */
export const TICK_MS = 250;

/** How long the last price of a dollar pair that is shut, or has no candle, may still convert a fill: a candle or two missing from a recording, never a weekend. */
export const SHUT_PAIR_LIMIT_MS = 60 * 60 * 1_000;

/** A reply's thousand, and one more that tells whether there are older ones. */
export const MAX_BARS = 1_001;

type Reading = FeedReading | { readonly state: 'stale'; readonly last: FeedQuote };

const CLASSES: readonly AssetClass[] = ['forex', 'crypto', 'stock'];
/** How often the state of the classes is looked at, to know since when it is so. */
const LOOK_MS = 1_000;

export function createMarket(options: { feed: Feed; clock: Clock; onListenerError: (error: unknown) => void }): Market {
  const { feed, clock } = options;
  const listeners = new Set<TickListener>();
  const sent = new Map<Symbol, string>();
  const since = new Map<AssetClass, { state: ClassState; at: Date }>();
  let lookedMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let stopHearing: (() => void) | undefined;

  /** A feed's `good` that is too old is not good. */
  const read = (of: Instrument, now: Date): Reading => {
    const reading = feed.read(of.symbol, now);
    if (reading.state !== 'good' || !isStale(of, reading.quote, now.getTime(), feed.cadenceMs(of.symbol)))
      return reading;
    return { state: 'stale', last: reading.quote };
  };

  const refusal = (of: Instrument, reading: Exclude<ReturnType<typeof read>, { state: 'good' }>): MarketRefusal => {
    if (reading.state === 'closed') return closed(of, reading.reopensAt);
    return reading.state === 'stale' || reading.state === 'missing' ? stale(of) : unavailable(of);
  };

  /** A feed that is a function of time is never late. */
  const opens = ({ sourceTime }: FeedQuote, now: Date): boolean =>
    feed.nextChange !== undefined || now.getTime() - sourceTime.getTime() <= OPENING_MAX_AGE_MS;

  const market: Market = {
    followsCalendar: feed.ownHours !== true,
    range: feed.range,

    quote(symbol, markup, now, purpose) {
      const of = instrument(symbol);
      const reading = read(of, now);
      if (reading.state === 'good' && purpose === 'opening' && !opens(reading.quote, now))
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

    marks(now) {
      return {
        mark(symbol, markup) {
          const { quote } = market.showing(symbol, now);
          return quote && dealtQuote(quote, markup);
        },
        markRate(currency) {
          const conversion = market.conversion(currency, now, 'display');
          return conversion.ok ? conversion.rate : undefined;
        },
      };
    },

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

    bars(symbol, interval, limit, now) {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_BARS) throw new RangeError('bars: limit out of range');
      return feed.bars(symbol, interval, limit, now);
    },

    onTick(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    start() {
      if (timer !== undefined) return;
      timer = setInterval(tick, TICK_MS);
      stopHearing = feed.onChange?.(tick);
    },

    stop() {
      clearInterval(timer);
      timer = undefined;
      stopHearing?.();
      stopHearing = undefined;
    },

    status(now) {
      const count = { good: 0, closed: 0, set_aside: 0, silent: 0, stale: 0 };
      for (const of of INSTRUMENTS) count[shownAs(read(of, now))] += 1;
      const ok = count.good > 0 || count.closed === INSTRUMENTS.length;
      return {
        source: feed.source,
        label: feed.label,
        ok,
        good: count.good,
        closed: count.closed,
        setAside: count.set_aside,
        silent: count.silent + count.stale,
        classes: CLASSES.map((each) => {
          const status = classStatus(each, now);
          const seen = since.get(each);
          return { ...status, since: seen?.state === status.state ? seen.at : undefined };
        }),
        connections: feed.health?.() ?? [],
      };
    },
  };

  function classStatus(which: AssetClass, now: Date): Omit<ClassStatus, 'since'> {
    const all = INSTRUMENTS.filter((each) => each.class === which);
    const readings = all.map((of) => ({ of, reading: read(of, now) }));
    const open = readings.filter(({ reading }) => reading.state !== 'closed');
    const good = open.flatMap(({ reading }) => (reading.state === 'good' ? [reading.quote] : []));
    const reopenings = readings.flatMap(({ reading }) =>
      reading.state === 'closed' && reading.reopensAt !== undefined ? [reading.reopensAt.getTime()] : [],
    );
    const allClosed = open.length === 0;
    return {
      class: which,
      state: allClosed ? 'closed' : stateOf(open.map(({ reading }) => shownAs(reading))),
      good: good.length,
      fresh: good.filter((quote) => opens(quote, now)).length,
      open: open.length,
      instruments: all.length,
      reopensAt: allClosed && reopenings.length > 0 ? new Date(Math.min(...reopenings)) : undefined,
      sources: [...new Set(good.map(({ source }) => source))].toSorted(),
      cadenceMs: Math.max(0, ...good.map(({ symbol }) => feed.cadenceMs(symbol))),
    };
  }

  /** Remembers since when each class is as it is. */
  function look(now: Date): void {
    if (now.getTime() - lookedMs < LOOK_MS) return;
    lookedMs = now.getTime();
    for (const each of CLASSES) {
      const { state } = classStatus(each, now);
      if (since.get(each)?.state !== state) since.set(each, { state, at: now });
    }
  }

  function tick(): void {
    const now = clock.now();
    look(now);
    const changed: FeedQuote[] = [];
    for (const of of INSTRUMENTS) {
      const reading = read(of, now);
      if (reading.state !== 'good' || sent.get(of.symbol) === reading.quote.id) continue;
      sent.set(of.symbol, reading.quote.id);
      changed.push(reading.quote);
    }
    if (changed.length === 0) return;
    for (const listener of listeners) {
      try {
        listener(changed);
      } catch (error) {
        // One listener's defect must not keep the price from the others.
        options.onListenerError(error);
      }
    }
  }

  return market;
}

/** What is missing is waited for like what is stale. */
function shownAs({ state }: Reading): Exclude<Reading['state'], 'missing'> {
  return state === 'missing' ? 'stale' : state;
}

function lastOf(reading: Reading): FeedQuote | undefined {
  if (reading.state === 'good') return reading.quote;
  return reading.state === 'silent' ? undefined : reading.last;
}

function quoteFor(purpose: 'fill' | 'display', reading: Reading, now: Date, cadenceMs: number): FeedQuote | undefined {
  if (reading.state === 'good' || purpose === 'display') return lastOf(reading);
  if ((reading.state !== 'closed' && reading.state !== 'missing') || reading.last === undefined) return undefined;
  const ageMs = now.getTime() - reading.last.receivedTime.getTime();
  return ageMs <= SHUT_PAIR_LIMIT_MS + cadenceMs ? reading.last : undefined;
}

/** Of the readings of open instruments, at least one. */
function stateOf(states: readonly Exclude<Reading['state'], 'missing'>[]): ClassState {
  const count = (state: string): number => states.filter((each) => each === state).length;
  const good = count('good');
  if (good === states.length) return 'good';
  if (good > 0) return 'partly';
  const rest = ['stale', 'set_aside', 'silent'] as const;
  return rest.toSorted((a, b) => count(b) - count(a))[0] ?? 'silent';
}
