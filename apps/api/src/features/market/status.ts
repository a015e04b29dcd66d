import { type AssetClass, INSTRUMENTS } from '@clearbook/domain/market';
import type { Feed, SourceHealth } from './feed.ts';
import { isFresh, type ReadAt, type Reading, shownAs } from './readings.ts';

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
  /** The first instant whose ticks can be downloaded; undefined where they are not kept. */
  readonly ticksFrom: Date | undefined;
  /** Some instrument has a good price now, or every instrument is closed as it should be. */
  readonly ok: boolean;
  readonly good: number;
  readonly closed: number;
  readonly setAside: number;
  readonly silent: number;
};

const CLASSES: readonly AssetClass[] = ['forex', 'crypto', 'stock'];
/** How often the state of the classes is looked at, to know since when it is so. */
const LOOK_MS = 1_000;

/** What the market's state is, and since when each class is as it is. */
export function createStatus(feed: Feed, read: ReadAt): { at(now: Date): MarketStatus; look(now: Date): void } {
  const since = new Map<AssetClass, { state: ClassState; at: Date }>();
  let lookedMs = -Infinity;

  return {
    at(now) {
      const count = { good: 0, closed: 0, set_aside: 0, silent: 0, stale: 0 };
      for (const of of INSTRUMENTS) count[shownAs(read(of, now))] += 1;
      const ok = count.good > 0 || count.closed === INSTRUMENTS.length;
      return {
        source: feed.source,
        label: feed.label,
        ticksFrom: feed.ticks === undefined ? undefined : feed.ticksFrom,
        ok,
        good: count.good,
        closed: count.closed,
        setAside: count.set_aside,
        silent: count.silent + count.stale,
        classes: CLASSES.map((each) => {
          const status = classStatus(feed, read, each, now);
          const seen = since.get(each);
          return { ...status, since: seen?.state === status.state ? seen.at : undefined };
        }),
        connections: feed.health?.() ?? [],
      };
    },

    /** Remembers since when each class is as it is. */
    look(now) {
      if (now.getTime() - lookedMs < LOOK_MS) return;
      lookedMs = now.getTime();
      for (const each of CLASSES) {
        const { state } = classStatus(feed, read, each, now);
        if (since.get(each)?.state !== state) since.set(each, { state, at: now });
      }
    },
  };
}

function classStatus(feed: Feed, read: ReadAt, which: AssetClass, now: Date): Omit<ClassStatus, 'since'> {
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
    fresh: good.filter((quote) => isFresh(feed, quote, now)).length,
    open: open.length,
    instruments: all.length,
    reopensAt: allClosed && reopenings.length > 0 ? new Date(Math.min(...reopenings)) : undefined,
    sources: [...new Set(good.map(({ source }) => source))].toSorted(),
    cadenceMs: Math.max(0, ...good.map(({ symbol }) => feed.cadenceMs(symbol))),
  };
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
