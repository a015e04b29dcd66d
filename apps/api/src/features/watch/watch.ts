import type { Context } from '@clearbook/domain/ledger';
import type { Opening } from './openings.ts';
import { createLease, type Lease } from '../../platform/lease.ts';
import type { Invalidation } from '../../platform/realtime/index.ts';
import type { Logger } from '../../platform/log.ts';
import { unwatched } from './unwatched.ts';
import { readWatched } from './watched.query.ts';
import type { WatchParts } from './parts.ts';
import { Watcher } from './watcher.ts';

export type Watch = {
  /** Whether everything is decided but for the last seconds. What else closes trades by itself waits for that: a stop's quote came before it. */
  isCurrent(now: Date): boolean;
  /** Before anything is decided: until when prices were watched. */
  prepare(): Promise<void>;
  start(): void;
  /** What a decision may know of it: until when every quote is decided, and the quotes since then. */
  known(now: Date): Pick<Context, 'watchedUntil' | 'unwatched'>;
  /** This process is about to commit these trades. */
  opening(openings: readonly Opening[]): void;
  /** Something that may be watched changed. */
  onInvalidation(invalidation: Invalidation): void;
  /** Invalidations may have been missed. */
  missed(): void;
  stop(): Promise<void>;
};

const MARK_MS = 1_000;
const CURRENT_MS = 10_000;
const ORDERS_MS = 1_000;
const RECONCILE_MS = 5_000;
const NIGHTS_MS = 2_000;
const AGAIN_MS = 1_000;

/**
 * One process of all watches, for as long as it holds the lease; when it goes, the next one reads everything and goes on at the prices of now. Two that
 * watch at once, for the moment in which neither knows, do nothing twice: the commands' keys and the trades' own states see to that.
 */
export function createWatch(parts: WatchParts & { readonly log: Logger; readonly halted?: () => boolean }): Watch {
  const { pool, market, clock, log } = parts;
  /** Only the process that publishes prices watches them, so that no quote has to reach the watcher by a notification, which may be lost. */
  const halted = (): boolean => parts.halted?.() === true || !market.publishesHere();
  let watcher: Watcher | undefined;
  let ending: Promise<void> = Promise.resolve();
  const turns = createTurns(log);
  let stopTicks = (): void => undefined;
  /** Until when another process says that it has watched. */
  let told: Date | undefined;
  let listening: NodeJS.Timeout | undefined;

  async function begin(mine: Watcher): Promise<void> {
    const began = performance.now();
    while (!(await loaded(mine))) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (watcher !== mine) return;
    log.info({ ms: Math.round(performance.now() - began), rows: mine.size }, 'watching prices');
    mine.look(clock.now());
    stopTicks = market.onTick(() => mine.look(clock.now()));
    turns.every(MARK_MS, () => mine.mark());
    turns.every(ORDERS_MS, () => mine.endDays(clock.now()));
    turns.every(RECONCILE_MS, () => mine.reconcile());
    turns.every(NIGHTS_MS, () => mine.chargeNights());
  }

  /** False where it is to be tried again. */
  async function loaded(mine: Watcher): Promise<boolean> {
    try {
      await mine.load();
      return true;
    } catch (error) {
      log.warn({ err: error }, 'watching could not begin, and begins again');
      return watcher !== mine;
    }
  }

  /** What another process has written down. One that cannot be asked is asked again; until then what was told stays true. */
  async function listen(): Promise<void> {
    if (watcher !== undefined) return;
    told = await readWatched(pool).catch(() => told);
  }

  function gained(): void {
    const mine = new Watcher(parts);
    watcher = mine;
    void begin(mine);
  }

  function lost(): void {
    stopTicks();
    turns.stop();
    const mine = watcher;
    watcher = undefined;
    if (mine !== undefined) ending = mine.stop();
  }

  const lease: Lease = createLease({ pool, lock: 'watch', log, onGained: gained, onLost: lost, halted });

  return {
    isCurrent(now) {
      const from = watcher?.watchedUntil ?? told;
      return from === undefined || now.getTime() - from.getTime() < CURRENT_MS;
    },
    prepare: listen,
    start() {
      lease.start();
      listening = setInterval(() => void listen(), MARK_MS);
    },
    known(now) {
      const from = watcher?.watchedUntil ?? told;
      if (from === undefined) return {};
      return { watchedUntil: from, unwatched: unwatched(market, from, now) };
    },
    opening: (openings) => watcher?.opening(openings),
    onInvalidation(invalidation) {
      if (watcher !== undefined) passOn(watcher, invalidation);
    },
    missed() {
      watcher
        ?.reread()
        .catch((error: unknown) => log.warn({ err: error }, 'watching: what was missed is read at the next turn'));
    },
    async stop() {
      clearInterval(listening);
      await lease.stop();
      await ending;
    },
  };
}

/** Has the watcher read what an invalidation is about. */
export function passOn(watcher: Watcher, { c, t, s, e }: Invalidation): void {
  if (e === 'margin_calls_set') watcher.onCallsChanged();
  else if (t.includes('alerts') && s !== null) watcher.onAlertChanged(s);
  else if (c === null) {
    // Everybody's mark-up may be another one.
    if (t.includes('market')) void watcher.reread().catch(() => undefined);
  } else if (t.includes('market') || t.includes('copies')) {
    // Their own mark-up, or a trade that is not named because the copy is.
    watcher.onClientChanged(c);
  } else if (s !== null && (t.includes('trades') || t.includes('orders'))) watcher.onRowChanged(s);
}

/** Work that comes again and again, never twice side by side; what fails is tried again at its next turn. */
function createTurns(log: Logger): { every(ms: number, work: () => Promise<void>): void; stop(): void } {
  let timers: NodeJS.Timeout[] = [];
  return {
    every(ms, work) {
      let running = false;
      const turn = (): void => {
        if (running) return;
        running = true;
        work()
          .catch((error: unknown) => log.warn({ err: error }, 'watching: a turn failed and will come again'))
          .finally(() => {
            running = false;
          });
      };
      turn();
      timers.push(setInterval(turn, ms));
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}
