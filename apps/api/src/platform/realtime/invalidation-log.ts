import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { type Invalidation, readInvalidations, type Wake } from './invalidation.ts';

/** The channel that says that there is something new; its notifications are empty. */
export const INVALIDATIONS = 'clearbook';

/** How often it polls without a notification, which is the most that a lost one costs. */
const LOOK_MS = 1_000;
/** A missing number may belong to a transaction that hasn't committed yet. None lasts this long (platform/database/pool.ts). */
const LATE_MS = 60_000;
/** How long rows are kept for processes that were away. */
export const KEPT_MS = 3_600_000;
/** Rows per poll. */
const MOST = 1_000;

export type InvalidationLogOptions = {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Logger;
  readonly onInvalidation: (invalidation: Invalidation) => void;
  readonly onWake: (wake: Wake) => void;
  /** Away for longer than rows are kept: anything may have changed. */
  readonly onGap: () => void;
  readonly nowMs?: () => number;
};

/**
 * Reads app.invalidation in the order of its numbers, each row once. Numbers are given before a transaction commits, so a smaller one can appear after a
 * larger one: numbers that were passed over are looked for until no transaction can bring them any more.
 */
export class InvalidationLog {
  readonly #options: InvalidationLogOptions;
  readonly #nowMs: () => number;
  #last: bigint | undefined;
  #missing = new Map<bigint, number>();
  #lookedMs: number;
  #looking: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: InvalidationLogOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#lookedMs = this.#nowMs();
  }

  /**
   * From here on: what was committed before is in whatever is read from now. A number below the last one that is not there yet may belong to a
   * transaction that is still under way, and is waited for as any other.
   */
  async start(): Promise<void> {
    const { rows } = await this.#options.pool.query<{ last: string; missing: string[] }>(
      `select last::text, array(select n::text from generate_series(greatest(1, last - ${MOST}), last) as n
         where not exists (select 1 from app.invalidation where number = n)) as missing
       from (select coalesce(max(number), 0) as last from app.invalidation) as known`,
    );
    const [known] = rows;
    if (known === undefined) throw new Error('the last invalidation was not read');
    this.#last = BigInt(known.last);
    this.#lookedMs = this.#nowMs();
    this.#missing = new Map(known.missing.map((number) => [BigInt(number), this.#lookedMs]));
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#last = undefined;
    await this.#looking;
  }

  /** Polls for new rows, one poll at a time; a call during one causes another. Never rejects. */
  look(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#again = true;
      return this.#looking;
    }
    this.#looking = this.#run().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        if (await this.#read()) this.#again = true;
      } catch (error) {
        // The next poll continues from the same number.
        this.#options.log.warn({ err: error }, 'what changed could not be read');
      }
    } while (this.#again);
  }

  /** Whether there may be more. */
  async #read(): Promise<boolean> {
    const last = this.#last;
    if (last === undefined) return false;
    const nowMs = this.#nowMs();
    const { rows } = await this.#options.pool.query<{ number: string; wakes: Wake[]; body: string }>(
      `select invalidation.number::text, wakes, body from app.invalidation where number > $1 or number = any($2::bigint[]) order by invalidation.number limit ${MOST}`,
      [last, [...this.#missing.keys()]],
    );
    if (this.#last === undefined) return false;
    const away = nowMs - this.#lookedMs > KEPT_MS;
    this.#lookedMs = nowMs;
    for (const { number, wakes, body } of rows) {
      const at = BigInt(number);
      for (let skipped = this.#last + 1n; skipped < at; skipped += 1n) this.#missing.set(skipped, nowMs);
      this.#missing.delete(at);
      if (at > this.#last) this.#last = at;
      for (const wake of wakes) this.#options.onWake(wake);
      for (const invalidation of readInvalidations(body)) this.#options.onInvalidation(invalidation);
    }
    for (const [number, sinceMs] of this.#missing) if (nowMs - sinceMs > LATE_MS) this.#missing.delete(number);
    if (away) this.#options.onGap();
    return rows.length === MOST;
  }
}

/** Deletes rows that every process has read or missed for too long. */
export async function sweepInvalidations(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(
    `delete from app.invalidation where at < clock_timestamp() - interval '${2 * KEPT_MS} milliseconds'`,
  );
}
