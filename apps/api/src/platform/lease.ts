import type pg from 'pg';
import { type Lock, tryLock, unlock, waitForLock } from './locks.ts';
import type { Logger } from './log.ts';

/** How often a process without the lease asks for it, and one that has it makes sure of it. */
const EVERY_MS = 1_000;

export type Lease = { start(): void; stop(): Promise<void>; readonly held: boolean };

/**
 * Something that one process of all does for as long as it lives. The lease is an advisory lock of a connection of its own: it ends with the process or the connection,
 * and another process takes over within a second or two. `onGained` and `onLost` follow one another in turn.
 */
export function createLease(options: {
  pool: pg.Pool;
  lock: Lock;
  log: Logger;
  onGained: () => void;
  onLost: () => void;
  /** While this is true the lease is given back and not asked for: another process can do the work. */
  halted?: () => boolean;
  everyMs?: number;
}): Lease {
  const { pool, lock, log, everyMs = EVERY_MS } = options;
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let turning: Promise<void> = Promise.resolve();

  function lose(error?: Error): void {
    const lost = client;
    if (lost === undefined) return;
    client = undefined;
    lost.off('error', lose);
    // The connection is closed and not reused: its lock goes with it.
    lost.release(error ?? true);
    options.onLost();
  }

  async function gain(): Promise<void> {
    const candidate = await pool.connect();
    try {
      if (!(await tryLock(candidate, lock)) || stopped) {
        candidate.release(stopped);
        return;
      }
    } catch (error) {
      candidate.release(true);
      throw error;
    }
    client = candidate;
    candidate.on('error', lose);
    options.onGained();
  }

  async function turn(): Promise<void> {
    try {
      if (options.halted?.() === true) lose();
      else if (client === undefined) await gain();
      else await client.query('select 1');
    } catch (error) {
      lose(error instanceof Error ? error : undefined);
      log.warn(
        { error: error instanceof Error ? error.message : 'unknown', lease: lock },
        'a lease could not be asked for',
      );
    }
    if (!stopped) timer = setTimeout(() => void (turning = turn()), everyMs);
  }

  return {
    start() {
      turning = turn();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await turning;
      lose();
    },
    get held() {
      return client !== undefined;
    },
  };
}

class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** To whoever has waited longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

type Places = { readonly all: Semaphore; readonly background: Semaphore };
/** Places at most for what may take long and nobody waits for. */
const BACKGROUND_PLACES = 2;
const places = new WeakMap<pg.Pool, Places>();

/** Of a pool's connections, leases hold at most half at a time: what they do takes connections too, and would wait for ever for the last ones. */
function placesOf(pool: pg.Pool): Places {
  const half = Math.max(1, Math.floor(pool.options.max / 2));
  const few = Math.max(1, Math.min(BACKGROUND_PLACES, half - 1));
  const known = places.get(pool) ?? { all: new Semaphore(half), background: new Semaphore(few) };
  places.set(pool, known);
  return known;
}

type Leasing = {
  /** After whoever has it, instead of leaving the work to them. */
  readonly wait?: boolean;
  /** It may take minutes and nobody waits for it: it leaves most places to the others. */
  readonly background?: boolean;
};

/**
 * Holds a lock for one piece of work. Where another process has it the work is left to that one, or with `wait` done after it. A lock of the
 * connection and not of a transaction: nothing is held open in the database meanwhile, and it ends with the process.
 */
export async function withLease(
  pool: pg.Pool,
  lock: Lock,
  work: () => Promise<void>,
  { wait = false, background = false }: Leasing = {},
): Promise<void> {
  const { all, background: few } = placesOf(pool);
  const taken = background ? [few, all] : [all];
  for (const semaphore of taken) await semaphore.acquire();
  try {
    await underLock(pool, lock, work, wait);
  } finally {
    for (const semaphore of taken) semaphore.release();
  }
}

async function underLock(pool: pg.Pool, lock: Lock, work: () => Promise<void>, wait: boolean): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    if (wait) await waitForLock(client, lock);
    else if (!(await tryLock(client, lock))) return;
    try {
      await work();
    } finally {
      await unlock(client, lock).catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
