import {
  type AssetClass,
  INSTRUMENTS,
  type Instrument,
  LiveBook,
  type RankedSource,
  type Symbol,
} from '@clearbook/domain/market';
import type { SourceHealth } from '../../../features/market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Lease } from '../../../platform/lease.ts';
import type { Logger } from '../../../platform/log.ts';
import { type Published, writeHealth, writePrices } from './bulletin.ts';
import type { History } from './history.ts';
import { CLUSTERS } from './massive-format.ts';
import type { Minutes } from './minutes.ts';
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
  readonly publish: (payload: string) => Promise<void>;
  readonly lease: (turns: { onGained: () => void; onLost: () => void }) => Lease;
};

/** What a process knows, whether it leads or hears. */
export type LiveState = {
  readonly published: Map<Symbol, Published>;
  readonly minutes: Minutes;
  health: Map<string, SourceHealth>;
  readonly changed: () => void;
};

export function take({ published, minutes }: Pick<LiveState, 'published' | 'minutes'>, each: Published): void {
  const before = published.get(each.symbol);
  published.set(each.symbol, each);
  if (each.trusted && each.quote !== undefined && each.quote.id !== before?.quote?.id) minutes.add(each.quote);
}

/** Everything that only the process with the lease does. */
export function lead(options: LiveFeedOptions, state: LiveState): { stop(): void } {
  const { sources, clock, log } = options;
  const { published, minutes } = state;
  /** One at a time, so that other processes receive them in order and never go back to an older price. */
  let told: Promise<void> = Promise.resolve();
  const tell = (payloads: readonly string[]): void => {
    for (const payload of payloads)
      told = told
        .then(() => options.publish(payload))
        .catch((error: unknown) => log.warn({ err: error }, 'prices could not be told'));
  };

  const book = new LiveBook(rankingOf(sources));
  for (const { quote, trusted } of published.values()) if (quote !== undefined) book.remember(quote, trusted);
  state.health = new Map();
  const seen = new Map<Symbol, string>();
  let toldAllMs = -Infinity;
  const record = recorderOf(options, minutes);

  const sinkOf = (source: Source) => ({
    ticks(ticks: Parameters<Parameters<Source['start']>[0]['ticks']>[0]) {
      for (const tick of ticks) book.offer(source.name, tick);
    },
    up: (part: string, oddity?: string) => note(options, state.health, { source, part }, 'good', oddity),
    failed: (part: string, cause: string) => note(options, state.health, { source, part }, 'failing', cause),
  });

  const publish = (): void => {
    const now = clock.now();
    const nowMs = now.getTime();
    const updates: Published[] = [];
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
      take(state, next);
      updates.push(next);
    }
    if (updates.length > 0) state.changed();
    const all = nowMs - toldAllMs >= REPEAT_MS;
    if (all) toldAllMs = nowMs;
    tell(writePrices(all ? [...published.values()] : updates));
    if (all) tell([writeHealth([...state.health.values()])]);
    void record(nowMs);
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

function rankingOf(sources: readonly Source[]): (of: Instrument) => readonly RankedSource[] {
  const ranking = new Map<AssetClass, readonly RankedSource[]>(
    (['forex', 'stock', 'crypto'] as const).map((each) => [
      each,
      sources
        .filter(({ classes }) => classes.includes(each))
        .map((source) => ({ name: source.name, cadenceMs: source.cadenceMs(each) })),
    ]),
  );
  return (of) => ranking.get(of.class) ?? [];
}

/** Writes down how a source's part is, and logs it where that is new. */
function note(
  { clock, log }: Pick<LiveFeedOptions, 'clock' | 'log'>,
  health: Map<string, SourceHealth>,
  { source, part }: { source: Source; part: string },
  state: SourceHealth['state'],
  cause: string | undefined,
): void {
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
}

/** Records the minutes that are over; one that fails is recorded at a later turn. */
function recorderOf(
  { tape, log }: Pick<LiveFeedOptions, 'tape' | 'log'>,
  minutes: Minutes,
): (nowMs: number) => Promise<void> {
  let recording = false;
  return async (nowMs) => {
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
}

const TIME_TEXT_LENGTH = 9;

/** Ids of one symbol sort by time. */
function quoteId(symbol: Symbol, timeMs: number): string {
  return `${symbol}-l${timeMs.toString(36).padStart(TIME_TEXT_LENGTH, '0')}`;
}

/** The book numbers its ticks; a quote that it was reminded of has the id under which it was published. */
function isRemembered(id: string): boolean {
  return id.includes('-l');
}
