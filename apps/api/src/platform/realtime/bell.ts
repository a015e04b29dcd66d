import type { Pool } from 'pg';
import { INVALIDATIONS } from './invalidation-log.ts';

/** Pause between two notifications of one process. */
const PAUSE_MS = 25;

/** Tells every process that something was committed: right away, then at most once in 25 ms. The next poll makes up for a lost one. */
export function createBell(pool: Pick<Pool, 'query'>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let lastMs = -PAUSE_MS;
  const ring = (): void => {
    timer = undefined;
    lastMs = performance.now();
    pool.query(`notify ${INVALIDATIONS}`).catch(() => undefined);
  };
  return () => {
    if (timer !== undefined) return;
    const waitMs = lastMs + PAUSE_MS - performance.now();
    if (waitMs <= 0) return ring();
    timer = setTimeout(ring, waitMs);
    timer.unref();
  };
}
