import type { Terms } from '@clearbook/domain/trading';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/log.ts';

type Row = { id: string; markup: number; leverage_ceiling: number };

/** A client's present terms. Throws for a person without books. */
export async function readTerms(pool: Pool, clientId: string): Promise<Terms> {
  const [found] = await readMany(pool, [clientId]);
  if (found === undefined) throw new Error(`no books for ${clientId}`);
  return found[1];
}

/** How many people are cached at most: twice as many as may have a socket open. */
const KNOWN_MAX = 20_000;

/**
 * The cached terms of everyone with an open socket, because quotes go out four times a second. They only change with a purchase,
 * of which every process is notified when it is committed.
 */
export class ClientTerms {
  readonly #pool: Pool;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #known = new Map<string, Terms>();
  readonly #wanted = new Set<string>();
  #reading = false;
  /** Incremented when something is dropped, because a read under way may then be out of date. */
  #epoch = 0;

  constructor(pool: Pool, log: Pick<Logger, 'warn'>) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Undefined while they are being read. */
  of(clientId: string): Terms | undefined {
    const known = this.#known.get(clientId);
    if (known !== undefined) return known;
    this.#wanted.add(clientId);
    if (!this.#reading) void this.#read();
    return undefined;
  }

  /** Drops one client's terms, or everyone's when it's unknown what was missed. */
  forget(clientId: string | null): void {
    this.#epoch += 1;
    if (clientId === null) this.#known.clear();
    else this.#known.delete(clientId);
  }

  async #read(): Promise<void> {
    this.#reading = true;
    // Everybody who is asked for in one frame shares one statement.
    await Promise.resolve();
    const epoch = this.#epoch;
    const ids = [...this.#wanted];
    this.#wanted.clear();
    try {
      const rows = await readMany(this.#pool, ids);
      if (epoch !== this.#epoch) return;
      if (this.#known.size + rows.length > KNOWN_MAX) this.#known.clear();
      for (const [id, terms] of rows) this.#known.set(id, terms);
    } catch (error) {
      // The next frame asks again.
      this.#log.warn({ err: error }, 'could not read the terms of clients');
    } finally {
      this.#reading = false;
    }
  }
}

async function readMany(pool: Pool, ids: readonly string[]): Promise<[id: string, terms: Terms][]> {
  const { rows } = await pool.query<Row>({
    name: 'client-terms',
    text: 'select id, markup, leverage_ceiling from ledger.party where id = any($1)',
    values: [ids],
  });
  return rows.map((row) => [row.id, { markup: row.markup, leverageCeiling: row.leverage_ceiling }]);
}
