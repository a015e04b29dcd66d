/** The first pause after a failure, and the longest. */
export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;

/** Pauses that double from one failure to the next, each drawn from its upper half, so that many servers do not come back at one moment. */
export class Backoff {
  readonly #random: () => number;
  #ceilingMs = FIRST_PAUSE_MS;

  constructor(random: () => number) {
    this.#random = random;
  }

  next(): number {
    const pause = (this.#ceilingMs / 2) * (1 + this.#random());
    this.#ceilingMs = Math.min(LONGEST_PAUSE_MS, this.#ceilingMs * 2);
    return Math.round(pause);
  }

  reset(): void {
    this.#ceilingMs = FIRST_PAUSE_MS;
  }
}
