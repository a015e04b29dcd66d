import { PARTIES, type Party } from './party.ts';
import type { Rows } from './table.ts';

/** What a decision may look at: the rows that its command locked, as they are now, and nothing else. */
export class State {
  readonly #rows = new Map<string, Map<string, unknown>>();
  readonly #read = new Set<string>();

  /** The rows of one kind by key; empty if none were read. */
  of<R>({ name }: Rows<R>): Map<string, R> {
    const known = this.#rows.get(name);
    if (known !== undefined) return known as Map<string, R>;
    const empty = new Map<string, R>();
    this.#rows.set(name, empty);
    return empty;
  }

  /** Whether rows of this kind were read at all. */
  has({ name }: Rows<unknown>): boolean {
    return this.#read.has(name);
  }

  set<R>({ name }: Rows<R>, rows: Iterable<readonly [string, R]>): this {
    this.#read.add(name);
    this.#rows.set(name, new Map(rows));
    return this;
  }

  /** Further rows of this kind. */
  add<R>({ name }: Rows<R>, rows: Iterable<readonly [string, R]>): this {
    this.#read.add(name);
    const known = this.of<R>({ name });
    for (const [key, row] of rows) known.set(key, row);
    return this;
  }

  /** A state with the same rows: what is set here from now on is not set there, nor the other way round. */
  copy(): State {
    const copy = new State();
    for (const name of this.#read) copy.#read.add(name);
    for (const [name, rows] of this.#rows) copy.#rows.set(name, new Map(rows));
    return copy;
  }

  /** @throws where no books were read under this id: a command names its parties, so that is a bug and not a refusal */
  party(id: string): Party {
    const party = this.of(PARTIES).get(id);
    if (party === undefined) throw new Error('a command of somebody without books');
    return party;
  }
}
