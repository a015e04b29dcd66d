import type pg from 'pg';
import { literal } from '../platform/database/composite.ts';

/** The book for commands about no client. */
const FIRST_BOOK = 1;
/** Whoever is beyond them is looked up again. */
const MAX_KNOWN = 200_000;

/** Each client's book. It never changes, so it is cached. */
export class BookOf {
  readonly #pool: pg.Pool;
  readonly #known = new Map<string, number>();
  #wanted = new Set<string>();
  #asked: Promise<ReadonlyMap<string, number>> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The book of whoever comes first, a command's client; of staff, and of nobody, the first book. Undefined where it is not known yet. */
  known(id: string | undefined): number | undefined {
    return id === undefined ? FIRST_BOOK : this.#known.get(id);
  }

  /** Looks it up. @throws what the database says where it cannot be reached */
  async find(id: string): Promise<number> {
    this.#wanted.add(id);
    const found = await (this.#asked ??= this.#ask());
    // Never cache a miss: the account may be opened a moment later.
    return found.get(id) ?? FIRST_BOOK;
  }

  /** One statement for everybody who is asked for in the same turn of the event loop. */
  async #ask(): Promise<ReadonlyMap<string, number>> {
    await new Promise(setImmediate);
    const ids = [...this.#wanted];
    this.#wanted = new Set();
    this.#asked = undefined;
    const found = await this.#read(ids);
    if (this.#known.size + found.size > MAX_KNOWN) this.#known.clear();
    for (const [id, book] of found) this.#known.set(id, book);
    return found;
  }

  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const client = await this.#pool.connect();
    let failed = true;
    try {
      const { rows } = await client.query<{ id: string; book: number }>({
        name: 'read books',
        text: 'select id, book from ledger.party_book where id = any($1)',
        values: [literal(ids)],
      });
      failed = false;
      return new Map(rows.map(({ id, book }) => [id, Math.max(book, FIRST_BOOK)]));
    } finally {
      client.release(failed);
    }
  }
}
