import pg from 'pg';
import type { ClientBase, Pool } from 'pg';

/** The channel that says that there is something new; its notifications are empty. */
export const INVALIDATIONS = 'clearbook';
/** Pause between two notifications of one process. */
const PAUSE_MS = 25;

type Bell = { wanted: boolean; ringing: boolean };
/** One per process, because a process has one pool. */
const bells = new WeakMap<object, Bell>();
/** Connections whose open transaction wrote an invalidation. */
const telling = new WeakSet<object>();

/** Tells every process that something was committed: right away, then at most once in 25 ms. The next poll makes up for a lost one. */
export function ring(pool: Pick<Pool, 'query'>): void {
  const bell = bells.get(pool) ?? { wanted: false, ringing: false };
  bells.set(pool, bell);
  bell.wanted = true;
  if (!bell.ringing) void ringOn(pool, bell);
}

async function ringOn(pool: Pick<Pool, 'query'>, bell: Bell): Promise<void> {
  bell.ringing = true;
  while (bell.wanted) {
    bell.wanted = false;
    const paused = new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    await Promise.all([paused, pool.query(`notify ${INVALIDATIONS}`).catch(() => undefined)]);
  }
  bell.ringing = false;
}

/** Rings when the caller's transaction commits, or right away if it isn't in one. */
export function ringAtCommit(client: Pick<ClientBase, 'query'>): void {
  if (client instanceof pg.Pool) ring(client);
  else telling.add(client);
}

/** To be called when a connection's transaction has ended. */
export function transactionOver(pool: Pick<Pool, 'query'>, client: object, committed: boolean): void {
  if (telling.delete(client) && committed) ring(pool);
}
