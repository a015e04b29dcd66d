import type { Pool, QueryConfig } from 'pg';
import type { Logger } from '../log.ts';
import { type Invalidation, readInvalidations, type Wake, WAKES } from './invalidation.ts';

/** How often it polls without a notification, which is the most that a lost one costs. */
export const LOOK_MS = 1_000;
/** A query without an answer for this long is given up, and the next poll uses another connection. */
const ANSWER_MS = 5_000;
/** Rows per poll. */
const MOST = 1_000;
/** How long rows are kept for processes that were away. */
const KEPT = '1 hour';
/** Transactions that are in progress when a process starts are younger than this. */
const UNDER_WAY = '10 minutes';

export type InvalidationLogOptions = {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Logger;
  readonly onInvalidation: (invalidation: Invalidation) => void;
  readonly onWake: (wake: Wake) => void;
  /** Rows were deleted before they were read: anything may have changed. */
  readonly onGap: () => void;
};

type Row = {
  number: string;
  wakes: Wake[];
  body: string | null;
  /** Every transaction with a smaller id had ended when this was read. */
  over: string;
  /** An id larger than that of every transaction which had one before this was read. */
  next: string | null;
};

/** Reads the last row again with those after it: if it is gone, rows that were never read may be gone too. */
const READ = `
  select number::text, wakes, body, pg_snapshot_xmin(pg_current_snapshot())::text as over, case when $3 then pg_current_xact_id()::text end as next
  from ((select number as place, number, wakes, body from app.invalidation where number = any($2::bigint[]) order by number limit ${MOST})
    union all
    (select number, number, wakes, case when number > $1 then body end from app.invalidation where number >= $1 order by number limit ${MOST + 1})) found
  order by place`;

/** The newest number, and the earlier ones that a transaction in progress may still add. */
const BEGIN = `
  select last::text, array(select n::text
    from generate_series(coalesce((select number from app.invalidation where at < clock_timestamp() - interval '${UNDER_WAY}' order by at desc limit 1), 1), last) n
    where not exists (select from app.invalidation where number = n)) as missing
  from (select max(number) as last from app.invalidation) newest where last is not null`;

/**
 * Reads app.invalidation in the order of its numbers, each row once. Numbers are assigned before a transaction commits, so a smaller one can appear after a
 * larger one: it keeps looking for a missing number until every transaction that may have taken it has ended, however long that takes.
 */
export class InvalidationLog {
  readonly #options: InvalidationLogOptions;
  #last: bigint | undefined;
  /** Missing numbers, each with a transaction id larger than that of the transaction which took it, once one is known. */
  #missing = new Map<bigint, bigint | undefined>();
  #looking: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: InvalidationLogOptions) {
    this.#options = options;
  }

  /** Starts at the newest row: anything committed before is in whatever the process reads from now on. */
  async start(): Promise<void> {
    await this.#begin();
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#last = undefined;
    await this.#looking?.catch(() => undefined);
  }

  /** Polls for new rows. Never rejects. */
  look(): Promise<void> {
    return this.catchUp().catch((error: unknown) => {
      // The next poll continues from the same number.
      this.#options.log.warn({ err: error }, 'what changed could not be read');
    });
  }

  /**
   * Resolves when everything committed by now has been passed on. One poll at a time; a call during one causes another.
   * @throws if the database can't be read
   */
  catchUp(): Promise<void> {
    if (this.#looking === undefined) this.#looking = this.#run().finally(() => (this.#looking = undefined));
    else this.#again = true;
    return this.#looking;
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      if (await this.#read()) this.#again = true;
    } while (this.#again);
  }

  async #ask<Found extends object>(text: string, values: unknown[]): Promise<Found[]> {
    const question: QueryConfig & { query_timeout: number } = { text, values, query_timeout: ANSWER_MS };
    return (await this.#options.pool.query<Found>(question)).rows;
  }

  async #begin(): Promise<void> {
    const [known] = await this.#ask<{ last: string; missing: string[] }>(BEGIN, []);
    if (known === undefined) throw new Error('app.invalidation has no row, not even its last one');
    this.#last = BigInt(known.last);
    this.#missing = new Map(known.missing.map((number) => [BigInt(number), undefined]));
  }

  /** Whether there may be more. */
  async #read(): Promise<boolean> {
    const last = this.#last;
    if (last === undefined) return false;
    const unknown = [...this.#missing.values()].includes(undefined);
    const rows = await this.#ask<Row>(READ, [last, [...this.#missing.keys()], unknown]);
    if (this.#last === undefined) return false;
    const own = rows.find(({ number }) => BigInt(number) === last);
    const more = rows.length > MOST;
    if (own === undefined) {
      await this.#beginAgain();
      return true;
    }
    for (const row of rows) if (row !== own) this.#take(row);
    if (!more) this.#giveUp(BigInt(own.over), own.next);
    return more;
  }

  #take({ number, wakes, body }: Row): void {
    const at = BigInt(number);
    const last = this.#last ?? at;
    for (let skipped = last + 1n; skipped < at; skipped += 1n) this.#missing.set(skipped, undefined);
    this.#missing.delete(at);
    if (at > last) this.#last = at;
    for (const wake of wakes) this.#pass(() => this.#options.onWake(wake));
    this.#pass(() => {
      for (const each of readInvalidations(body ?? '[]')) this.#pass(() => this.#options.onInvalidation(each));
    });
  }

  /** An error in one receiver doesn't keep the rest from the others. */
  #pass(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.log.error({ err: error }, 'an invalidation could not be used');
    }
  }

  /**
   * A transaction gets its id before it takes a number. So a number that is still missing after every transaction up to a later id has ended
   * will never appear.
   */
  #giveUp(over: bigint, next: string | null): void {
    for (const [number, id] of this.#missing)
      if (id !== undefined && id < over) this.#missing.delete(number);
      else if (id === undefined && next !== null) this.#missing.set(number, BigInt(next));
  }

  /** The last row is gone, and possibly others that were never read: anything may have changed. */
  async #beginAgain(): Promise<void> {
    await this.#begin();
    for (const wake of WAKES) this.#pass(() => this.#options.onWake(wake));
    this.#pass(() => this.#options.onGap());
  }
}

/** Deletes old rows but the newest of them: a process that still finds the last row it read knows that it has missed nothing. */
export async function sweepInvalidations(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(
    `delete from app.invalidation
     where number < (select number from app.invalidation where at < clock_timestamp() - interval '${KEPT}' order by at desc limit 1)`,
  );
}
