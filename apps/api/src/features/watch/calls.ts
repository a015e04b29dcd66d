import { LEVEL_APART, UNCALLED } from '@clearbook/domain/actions';
import type { WatchedPosition } from '@clearbook/domain/watch';
import type { Pool } from 'pg';
import { type Calls, readCalls, type WatchedTrade } from './watched.query.ts';

type Called = Pick<WatchedTrade, 'clientId' | 'calledLevel' | 'calledSince'>;

/** Levels set by another process may be a little older than the newest one that is known. */
const OVERLAP_MS = 60_000;

/** The margin levels of the clients who chose any. */
export class MarginCalls {
  readonly #pool: Pool;
  readonly #byClient = new Map<string, Calls>();
  #newest: Date | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Reads what was set since the last time, and says whose levels changed. */
  async read(): Promise<string[]> {
    const from = this.#newest === null ? null : new Date(this.#newest.getTime() - OVERLAP_MS);
    const changed: string[] = [];
    for (const [clientId, calls] of await readCalls(this.#pool, from)) {
      if (this.#byClient.get(clientId)?.since.getTime() === calls.since.getTime()) continue;
      this.#byClient.set(clientId, calls);
      changed.push(clientId);
      if (this.#newest === null || calls.since > this.#newest) this.#newest = calls.since;
    }
    return changed;
  }

  /** Where a position's client is told next, and where what they were told of counts again. */
  of({ clientId, calledLevel, calledSince }: Called): WatchedPosition['calls'] {
    const calls = this.#byClient.get(clientId);
    if (calls === undefined) return null;
    const next = calls.levels.filter((level) => level < (calledLevel ?? UNCALLED));
    return {
      below: next.length === 0 ? null : Math.max(...next),
      above: calledLevel === null || calledLevel === UNCALLED ? null : calledLevel + LEVEL_APART,
      since: calledSince !== null && calledSince > calls.since ? calledSince : calls.since,
    };
  }
}
