import { messages } from '@clearbook/contracts/messages';
import {
  type AssetClass,
  BAR_MS,
  barStart,
  INSTRUMENTS,
  type Instrument,
  instrument,
  joinBars,
  LiveBook,
  type RankedSource,
  session,
  type Symbol,
} from '@clearbook/domain/market';
import type { Feed, SourceHealth } from '../../../features/market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Lease } from '../../../platform/lease.ts';
import type { Logger } from '../../../platform/log.ts';
import { type Published, readBulletin, writeHealth, writePrices } from './bulletin.ts';
import type { History } from './history.ts';
import { CLUSTERS } from './massive-format.ts';
import { Minutes } from './minutes.ts';
import type { Source } from './source.ts';
import type { Tape } from './tape.ts';

/** Prices become the site's own this often: what came in between is not dealt on, and every process deals on the same ones. */
export const PUBLISH_MS = 250;
/** Everything is told again this often, for processes that have just begun to listen. */
const REPEAT_MS = 5_000;

export type LiveFeedOptions = {
  /** In the order of preference: for each class the first is dealt on, the next is the second opinion and takes over. */
  readonly sources: readonly Source[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly tape: Tape;
  readonly history: History;
  /** Tells the other processes. */
  readonly announce: (payload: string) => Promise<void>;
  readonly lease: (turns: { onGained: () => void; onLost: () => void }) => Lease;
};

export type LiveFeed = Feed & {
  /** What another process told. */
  hear(payload: string): void;
};

const LIVE_SOURCE = 'live';

/**
 * Prices from outside. One process of all holds the lease: it asks the sources, passes everything through the book's guard, publishes four times a second and records the
 * minutes. All processes, that one included, deal on what was published.
 */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { sources, clock, log, tape } = options;
  const published = new Map<Symbol, Published>();
  const minutes = new Minutes();
  let health = new Map<string, SourceHealth>();
  const listeners = new Set<() => void>();
  let leading: { stop(): void } | undefined;

  const ranking = new Map<AssetClass, readonly RankedSource[]>(
    (['forex', 'stock', 'crypto'] as const).map((each) => [
      each,
      sources
        .filter(({ classes }) => classes.includes(each))
        .map((source) => ({ name: source.name, cadenceMs: source.cadenceMs(each) })),
    ]),
  );
  const rankingOf = (of: Instrument): readonly RankedSource[] => ranking.get(of.class) ?? [];

  const take = (each: Published): void => {
    const before = published.get(each.symbol);
    published.set(each.symbol, each);
    if (each.trusted && each.quote !== undefined && each.quote.id !== before?.quote?.id) minutes.add(each.quote);
  };

  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  const tell = (payloads: readonly string[]): void => {
    for (const payload of payloads)
      options.announce(payload).catch((error: unknown) => log.warn({ err: error }, 'prices could not be told'));
  };

  /** Everything that only the process with the lease does. */
  function lead(): { stop(): void } {
    const book = new LiveBook(rankingOf);
    for (const { quote } of published.values()) if (quote !== undefined) book.remember(quote);
    health = new Map();
    const seen = new Map<Symbol, string>();
    let toldAllMs = -Infinity;
    let recording = false;

    const sinkOf = (source: Source) => ({
      ticks(ticks: Parameters<Parameters<Source['start']>[0]['ticks']>[0]) {
        for (const tick of ticks) book.offer(source.name, tick);
      },
      up: (part: string, oddity?: string) => note(source, part, 'good', oddity),
      failed: (part: string, cause: string) => note(source, part, 'failing', cause),
    });

    const note = (source: Source, part: string, state: SourceHealth['state'], cause: string | undefined): void => {
      const key = `${source.name} ${part}`;
      const before = health.get(key);
      const now = clock.now();
      if (before?.state !== state && (state === 'failing' || before !== undefined))
        log.warn({ source: source.name, part, state, cause }, 'a source of prices changed its state');
      health.set(key, {
        source: source.name,
        label: `${source.label}, ${part}`,
        classes: source.classes.filter((each) => part === 'prices' || part.startsWith(CLUSTERS[each])),
        state,
        since: before?.state === state ? before.since : now,
        lastError: cause === undefined ? (before?.lastError ?? null) : { at: now, cause },
        lastPriceAt: state === 'good' ? now : (before?.lastPriceAt ?? null),
      });
    };

    const publish = (): void => {
      const now = clock.now();
      const nowMs = now.getTime();
      const news: Published[] = [];
      for (const { symbol } of INSTRUMENTS) {
        const reading = book.reading(symbol, nowMs);
        if (reading.state === 'silent') continue;
        const raw = reading.state === 'good' ? reading.quote : reading.last;
        const print = `${reading.state} ${raw?.id}`;
        if (seen.get(symbol) === print) continue;
        seen.set(symbol, print);
        const before = published.get(symbol);
        const second = book.second(symbol, nowMs);
        // The same price stays the same quote: only what may be dealt on, or was, has an id of its own.
        const fresh = reading.state === 'good' && raw !== undefined && !isRemembered(raw.id);
        const quote = fresh ? { ...raw, id: quoteId(symbol, nowMs), ...(second && { second }) } : before?.quote;
        const next = { symbol, quote, trusted: reading.state === 'good', cadenceMs: reading.cadenceMs };
        take(next);
        news.push(next);
      }
      if (news.length > 0) changed();
      const all = nowMs - toldAllMs >= REPEAT_MS;
      if (all) toldAllMs = nowMs;
      tell(writePrices(all ? [...published.values()] : news));
      if (all) tell([writeHealth([...health.values()])]);
      void record(nowMs);
    };

    const record = async (nowMs: number): Promise<void> => {
      if (recording) return;
      recording = true;
      try {
        for (const [minuteMs, bars] of minutes.over(nowMs)) {
          await tape.record(minuteMs, bars);
          minutes.forget(minuteMs);
        }
      } catch (error) {
        log.warn({ err: error }, 'minutes could not be recorded and will be later');
      } finally {
        recording = false;
      }
    };

    for (const source of sources) source.start(sinkOf(source));
    const timer = setInterval(publish, PUBLISH_MS);
    return {
      stop() {
        clearInterval(timer);
        for (const source of sources) source.stop();
      },
    };
  }

  const lease = options.lease({
    onGained: () => (leading = lead()),
    onLost: () => {
      leading?.stop();
      leading = undefined;
    },
  });

  return {
    source: LIVE_SOURCE,
    label: messages.market.pricesFrom(sources.map(({ label }) => label)),
    start: () => lease.start(),
    stop: () => lease.stop(),

    hear(payload) {
      if (leading !== undefined) return;
      const heard = readBulletin(payload);
      for (const each of heard.prices) take(each);
      if (heard.prices.length > 0) changed();
      // Minutes are recorded by the process with the lease; here they only fill the gap until it has.
      for (const [minuteMs] of minutes.over(clock.now().getTime() - KEEP_MS)) minutes.forget(minuteMs);
      if (heard.health !== undefined) health = new Map(heard.health.map((each) => [each.label, each]));
    },

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    health: () => [...health.values()],

    cadenceMs: (symbol) => published.get(symbol)?.cadenceMs ?? 0,

    read(symbol, now) {
      const hours = session(instrument(symbol), now.getTime());
      const known = published.get(symbol);
      if (!hours.open) return { state: 'closed', last: known?.quote, reopensAt: new Date(hours.opensAt) };
      if (known === undefined) return { state: 'silent' };
      if (!known.trusted || known.quote === undefined) return { state: 'set_aside', last: known.quote };
      return { state: 'good', quote: known.quote };
    },

    async bars(symbol, interval, limit, now) {
      // Looked at before the tape is: a minute that is recorded meanwhile is then in both, and counted once.
      const waiting = minutes.of(symbol);
      const nowMs = now.getTime();
      const recorded = await tape.read(symbol, interval, limit, nowMs);
      const since = waiting.filter((bar) => bar.timeMs >= (recorded?.untilMs ?? 0) && bar.timeMs <= nowMs);
      const own = joinBars([...(recorded?.bars ?? []), ...since], interval);
      if (own.length >= limit) return own.slice(-limit);
      const first = own[0]?.timeMs ?? barStart(interval, nowMs) + BAR_MS[interval];
      const past = await options.history(symbol, interval, limit - own.length, first);
      return [...past, ...own].slice(-limit);
    },
  };
}

/** Long enough for the process with the lease to have recorded a minute that is over. */
const KEEP_MS = 180_000;

const TIME_TEXT_LENGTH = 9;

/** Ids of one symbol sort by time. */
function quoteId(symbol: Symbol, timeMs: number): string {
  return `${symbol}-l${timeMs.toString(36).padStart(TIME_TEXT_LENGTH, '0')}`;
}

/** The book numbers its ticks; a quote that it was reminded of has the id under which it was published. */
function isRemembered(id: string): boolean {
  return id.includes('-l');
}
