import type { Pool } from 'pg';

type Waiting = { readonly id: string; resolve(symbol: string | undefined): void; reject(error: unknown): void };

/**
 * What a trade is of, for writing its price. All that is asked in one turn of the event loop shares one statement, and nothing is
 * remembered: closes that arrive together cost the database one read.
 */
export class SymbolsOfTrades {
  readonly #pool: Pick<Pool, 'query'>;
  #waiting: Waiting[] = [];

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  /** Undefined where there is no such trade. */
  of(id: string): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ id, resolve, reject }) === 1) setImmediate(() => void this.#read());
    });
  }

  async #read(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const { rows } = await this.#pool.query<{ id: string; symbol: string }>({
        name: 'symbols-of-trades',
        text: 'select id, symbol from ledger.trade where id = any($1::uuid[])',
        values: [asked.map(({ id }) => id)],
      });
      const symbols = new Map(rows.map(({ id, symbol }) => [id, symbol]));
      for (const { id, resolve } of asked) resolve(symbols.get(id));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
