/** What failed of work that goes on all the same: one record that can't be done now keeps none behind it from being done. */
export class Failures {
  readonly #found: unknown[] = [];

  /** Waits for it, whatever becomes of it. */
  async past(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#found.push(error);
    }
  }

  get count(): number {
    return this.#found.length;
  }

  /** @throws whatever failed first */
  throwFirst(): void {
    if (this.#found.length > 0) throw this.#found[0];
  }
}

/** All of them to their end. @throws whatever failed first */
export async function all(works: Iterable<Promise<unknown>>): Promise<void> {
  const failures = new Failures();
  await Promise.all([...works].map((work) => failures.past(work)));
  failures.throwFirst();
}

/** One after another, each to its end. @throws whatever failed first, after the last one */
export async function each<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures = new Failures();
  for (const item of items) await failures.past(work(item));
  failures.throwFirst();
}
