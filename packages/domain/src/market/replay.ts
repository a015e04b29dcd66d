import { type Bar, BAR_MS, type BarInterval, barOf } from './bars.ts';
import { admit, EMPTY_GUARD, type GuardState } from './guard.ts';
import { session } from './hours.ts';
import { instrument, type Symbol } from './instruments.ts';
import { DAY_MS } from './new-york.ts';
import type { Price } from './price.ts';
import { type FeedQuote, sidesAround } from './quote.ts';

export const REPLAY_SOURCE = 'replay';

/** Quotes in one bar: open, the nearer of high and low, the other, close. */
export const QUOTES_PER_BAR = 4;

/** Recorded candles of one symbol: columns of equal length, ascending in time. Times are bar openings in milliseconds since 1970; prices are 64-bit. */
export type ReplaySeries = {
  readonly symbol: Symbol;
  readonly intervalMs: number;
  readonly times: Float64Array;
  readonly open: BigInt64Array;
  readonly high: BigInt64Array;
  readonly low: BigInt64Array;
  readonly close: BigInt64Array;
  /** What was traded in each bar, as the recording counts it: for indicators, never for money. */
  readonly volume: Float64Array;
};

/** How recorded time runs on the clock: the recorded instant `originMs` falls on `anchorMs`, and `speed` recorded seconds pass in a second. */
export type ReplayClock = { readonly anchorMs: number; readonly originMs: number; readonly speed: number };

export function toRecorded(clock: ReplayClock, timeMs: number): number {
  return clock.originMs + (timeMs - clock.anchorMs) * clock.speed;
}

/** The first whole millisecond of the clock at which a recorded instant has come. */
export function toClock(clock: ReplayClock, recordedMs: number): number {
  return Math.ceil(clock.anchorMs + (recordedMs - clock.originMs) / clock.speed);
}

/**
 * Open inside a bar. Not open before the first bar, in a gap between two and after the last: `last` is the quote that still shows, `reopensAtMs` the clock's
 * time of the next bar, undefined after the end. `missing`: the instrument traded at that recorded moment, and nobody wrote the bar down.
 */
export type ReplayReading =
  | {
      readonly open: true;
      readonly quote: FeedQuote;
      /** Position of the quote in the series, four to a bar. */ readonly position: number;
    }
  | {
      readonly open: false;
      readonly missing: boolean;
      readonly last: FeedQuote | undefined;
      readonly lastPosition: number;
      readonly reopensAtMs: number | undefined;
    };

/** The quote of a series at an instant of the clock. Pure: any process asked for the same instant answers the same. */
export function replayQuote(series: ReplaySeries, clock: ReplayClock, timeMs: number): ReplayReading {
  const recorded = toRecorded(clock, timeMs);
  const bar = lastBarAt(series.times, recorded);
  const start = series.times[bar];
  if (start !== undefined && recorded < start + series.intervalMs) {
    const quarter = Math.floor(((recorded - start) * QUOTES_PER_BAR) / series.intervalMs);
    const position = bar * QUOTES_PER_BAR + quarter;
    return { open: true, quote: replayQuoteAt(series, clock, position), position };
  }
  const next = series.times[bar + 1];
  const lastPosition = (bar + 1) * QUOTES_PER_BAR - 1;
  const within = bar >= 0 && next !== undefined && series.intervalMs < DAY_MS;
  return {
    open: false,
    missing: within && session(instrument(series.symbol), recorded).open,
    last: bar < 0 ? undefined : replayQuoteAt(series, clock, lastPosition),
    lastPosition,
    reopensAtMs: next === undefined ? undefined : toClock(clock, next),
  };
}

/** The clock's time of the first quote of a series after an instant; undefined after the last. */
export function replayChange(series: ReplaySeries, clock: ReplayClock, timeMs: number): number | undefined {
  for (let bar = Math.max(0, lastBarAt(series.times, toRecorded(clock, timeMs))); bar < series.times.length; bar += 1)
    for (let quarter = 0; quarter < QUOTES_PER_BAR; quarter += 1) {
      const at = toClock(clock, series.times[bar]! + (quarter * series.intervalMs) / QUOTES_PER_BAR);
      if (at > timeMs) return at;
    }
  return undefined;
}

/** The quote at a position of the series: position ÷ 4 is the bar, the remainder its quarter. */
export function replayQuoteAt(series: ReplaySeries, clock: ReplayClock, position: number): FeedQuote {
  const bar = Math.floor(position / QUOTES_PER_BAR);
  const quarter = position % QUOTES_PER_BAR;
  const recorded = series.times[bar]! + (quarter * series.intervalMs) / QUOTES_PER_BAR;
  const time = new Date(toClock(clock, recorded));
  return {
    id: replayQuoteId(series.symbol, recorded),
    symbol: series.symbol,
    ...sidesAround(instrument(series.symbol), quarterPrice(series, bar, quarter)),
    source: REPLAY_SOURCE,
    sourceTime: time,
    receivedTime: time,
  };
}

/** Candle price of a quarter: open; the nearer of high and low to the open (high where both are as near); the other; close. */
export function quarterPrice(series: ReplaySeries, bar: number, quarter: number): Price {
  const open = series.open[bar]!;
  const high = series.high[bar]!;
  const low = series.low[bar]!;
  if (quarter === 0) return open;
  if (quarter === QUOTES_PER_BAR - 1) return series.close[bar]!;
  const highFirst = high - open <= open - low;
  return (quarter === 1) === highFirst ? high : low;
}

/**
 * Passes every quote of a series through the guard, in order, and tells which may fill: 1 good, 0 set aside. Done once when a series is loaded, so that the
 * answer for an instant does not depend on which quotes a process happened to see before.
 */
export function screenSeries(series: ReplaySeries): Uint8Array {
  const of = instrument(series.symbol);
  const good = new Uint8Array(series.times.length * QUOTES_PER_BAR);
  let state: GuardState = EMPTY_GUARD;
  for (let position = 0; position < good.length; position += 1) {
    const bar = Math.floor(position / QUOTES_PER_BAR);
    const opening =
      position % QUOTES_PER_BAR === 0 && (bar === 0 || series.times[bar]! > series.times[bar - 1]! + series.intervalMs);
    // The guard judges recorded time: at a high speed two quotes can share a millisecond of the clock. The position will do for an id here.
    const time = new Date(series.times[bar]! + ((position % QUOTES_PER_BAR) * series.intervalMs) / QUOTES_PER_BAR);
    const sides = sidesAround(of, quarterPrice(series, bar, position % QUOTES_PER_BAR));
    const quote = {
      id: String(position),
      symbol: series.symbol,
      ...sides,
      source: REPLAY_SOURCE,
      sourceTime: time,
      receivedTime: time,
    };
    const next = admit(state, quote, { opening });
    state = next.state;
    good[position] = next.verdict === 'accepted' ? 1 : 0;
  }
  return good;
}

/**
 * Bars of the replayed prices on the clock's time, oldest first: those that begin in [fromMs, untilMs], the last one up to `untilMs`. A candle's volume is
 * spread evenly over its time.
 */
export function replayBars(
  series: ReplaySeries,
  clock: ReplayClock,
  interval: BarInterval,
  fromMs: number,
  untilMs: number,
): Bar[] {
  const bars: Bar[] = [];
  let start = -Infinity;
  let prices: Price[] = [];
  let volume = 0;
  let tickVolume = 0;
  const finish = (): void => {
    const bar = barOf(start, prices);
    if (bar !== undefined) bars.push({ ...bar, volume, tickVolume });
    prices = [];
    volume = 0;
    tickVolume = 0;
  };
  let bar = Math.max(0, lastBarAt(series.times, toRecorded(clock, fromMs)));
  for (; bar < series.times.length; bar += 1) {
    for (let quarter = 0; quarter < QUOTES_PER_BAR; quarter += 1) {
      const timeMs = toClock(clock, series.times[bar]! + (quarter * series.intervalMs) / QUOTES_PER_BAR);
      const nextMs = toClock(clock, series.times[bar]! + ((quarter + 1) * series.intervalMs) / QUOTES_PER_BAR);
      const price = quarterPrice(series, bar, quarter);
      const traded = series.volume[bar]! / QUOTES_PER_BAR;
      // A price that stands for longer than a bar is in every bar that it reaches into.
      for (let at = Math.max(timeMs, fromMs); at < nextMs || at === timeMs;) {
        if (at > untilMs) {
          finish();
          return bars;
        }
        const its = Math.floor(at / BAR_MS[interval]) * BAR_MS[interval];
        if (its !== start) {
          finish();
          start = its;
        }
        prices.push(price);
        // One that stands on from the bar before is no new quote.
        if (at === timeMs) tickVolume += 1;
        const ends = its + BAR_MS[interval];
        const passed = Math.min(ends, nextMs, untilMs + 1) - at;
        volume += nextMs > timeMs ? (traded * passed) / (nextMs - timeMs) : traded;
        at = ends;
      }
    }
  }
  finish();
  return bars;
}

/** Index of the last bar that has begun, −1 before the first. */
export function lastBarAt(times: Float64Array, recordedMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= recordedMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Sortable and readable: the recorded time of the price, to the second. */
function replayQuoteId(symbol: Symbol, recordedMs: number): string {
  return `${symbol}-r${new Date(recordedMs).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '')}`;
}

/**
 * The one recorded instant at which all series begin, so that they share a calendar: a weekend is a weekend for all, and crosses agree with their dollar pairs.
 * It is the first at which most of them are being recorded. A series that begins later is closed until then, and one that has ended by then for good.
 */
export function replayOrigin(series: readonly ReplaySeries[]): number {
  const spans = series.flatMap(({ times, intervalMs }) => {
    const [first, last] = [times[0], times.at(-1)];
    return first === undefined || last === undefined ? [] : [{ first, end: last + intervalMs }];
  });
  let [origin, most] = [0, 0];
  for (const { first: at } of spans.toSorted((a, b) => a.first - b.first)) {
    const recorded = spans.filter(({ first, end }) => first <= at && at < end).length;
    if (recorded > most) [origin, most] = [at, recorded];
  }
  return origin;
}
