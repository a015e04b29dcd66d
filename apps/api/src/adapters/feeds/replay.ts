import { messages } from '@clearbook/contracts/messages';
import {
  type Bar,
  BAR_MS,
  barStart,
  type FeedQuote,
  QUOTES_PER_BAR,
  REPLAY_SOURCE,
  replayBars,
  replayChange,
  type ReplayClock,
  replayOrigin,
  replayQuote,
  replayQuoteAt,
  type ReplaySeries,
  replayTicks,
  screenSeries,
  type Symbol,
  toClock,
} from '@clearbook/domain/market';
import type { Feed } from '../../features/market/index.ts';

/** Recorded candles leave weekends and nights out: bars are looked for as far back as it takes, at first within four times the asked length. */
const LOOK_BACK = 4;

type Track = {
  readonly series: ReplaySeries;
  readonly clock: ReplayClock;
  /** By position, 1 where the quote passed the guard. */ readonly good: Uint8Array;
};

/** Recorded candles, beginning at the database's creation. Symbols without a recording are closed for good. */
export function createReplayFeed(options: {
  series: readonly ReplaySeries[];
  createdAt: Date;
  /** Recorded seconds a second. */ speed: number;
}): Feed {
  const { series, createdAt, speed } = options;
  if (!(speed > 0) || !Number.isFinite(speed)) throw new RangeError('replay speed must be positive');
  const clock = { anchorMs: createdAt.getTime(), originMs: replayOrigin(series), speed };
  const tracks = new Map<Symbol, Track>();
  for (const each of series) {
    if (each.times.length === 0) continue;
    tracks.set(each.symbol, { series: each, clock, good: screenSeries(each) });
  }

  // What was recorded before the database was made is history, in bars and ticks alike.
  const begins = [...tracks.values()].map((track) => toClock(clock, track.series.times[0]!));

  return {
    source: REPLAY_SOURCE,
    label: messages.account.replayed,
    ownHours: true,

    cadenceMs(symbol) {
      const track = tracks.get(symbol);
      return track === undefined ? 0 : Math.ceil(track.series.intervalMs / QUOTES_PER_BAR / speed);
    },

    read(symbol, now) {
      const track = tracks.get(symbol);
      if (track === undefined) return { state: 'closed', last: undefined, reopensAt: undefined };
      const reading = replayQuote(track.series, track.clock, now.getTime());
      if (!reading.open) {
        const last = lastGood(track, reading.lastPosition);
        if (reading.missing) return { state: 'missing', last };
        const reopensAt = reading.reopensAtMs === undefined ? undefined : new Date(reading.reopensAtMs);
        return { state: 'closed', last, reopensAt };
      }
      if (track.good[reading.position] === 1) return { state: 'good', quote: reading.quote };
      return { state: 'set_aside', last: lastGood(track, reading.position) };
    },

    nextChange(symbol, after) {
      const track = tracks.get(symbol);
      const next = track && replayChange(track.series, track.clock, after.getTime());
      return next === undefined ? undefined : new Date(next);
    },

    ticks(symbol, fromMs, untilMs) {
      const track = tracks.get(symbol);
      return track === undefined ? [] : replayTicks(track.series, clock, track.good, fromMs, untilMs);
    },
    ...(begins.length > 0 && { ticksFrom: new Date(Math.min(...begins)) }),

    bars(symbol, interval, limit, now, fromMs = -Infinity) {
      const track = tracks.get(symbol);
      if (track === undefined) return Promise.resolve([]);
      const { series: of } = track;
      const reading = replayQuote(of, clock, now.getTime());
      const last = reading.open ? now.getTime() : reading.last?.sourceTime.getTime();
      if (last === undefined) return Promise.resolve([]);
      const earliest = Math.max(fromMs, barStart(interval, toClock(clock, of.times[0]!)));
      let bars: Bar[] = [];
      let back = (limit - 1) * LOOK_BACK * BAR_MS[interval];
      for (let from = Infinity; bars.length < limit && from > earliest; back = 2 * back + BAR_MS[interval]) {
        from = Math.max(earliest, barStart(interval, last) - back);
        bars = replayBars(of, clock, interval, barStart(interval, from), now.getTime());
      }
      return Promise.resolve(bars.slice(-limit));
    },
  };
}

function lastGood(track: Track, position: number): FeedQuote | undefined {
  for (let at = position; at >= 0; at -= 1)
    if (track.good[at] === 1) return replayQuoteAt(track.series, track.clock, at);
  return undefined;
}
