/** Commands under way at the same time: enough for full batches, far from the ledger's own limit. */
const MOST_RUNNING = 1_000;

/**
 * Work for many clients: each client’s tasks one after the other in the order in which they came, different clients side by side. What one quote
 * sets off for a client is decided in its order, and before what the next quote sets off.
 */
export class ClientQueues {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #onError: (error: unknown) => void;
  #running = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get idle(): boolean {
    return this.#tails.size === 0;
  }

  add(clientId: string, task: () => Promise<void>): void {
    const tail = (this.#tails.get(clientId) ?? Promise.resolve()).then(() => this.#run(task));
    this.#tails.set(clientId, tail);
    void tail.then(() => {
      if (this.#tails.get(clientId) === tail) this.#tails.delete(clientId);
    });
  }

  /** Resolves when everything that was added so far is done. */
  async soFar(): Promise<void> {
    await Promise.all(this.#tails.values());
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }

  async #run(task: () => Promise<void>): Promise<void> {
    if (this.#running >= MOST_RUNNING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      await task();
    } catch (error) {
      // One that fails does not keep the client's next one from its turn.
      this.#onError(error);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
