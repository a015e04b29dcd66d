/** The server says something every two seconds. After this long without a word, nothing on screen is of this moment. */
export const SILENCE_MS = 3_500;

/**
 * Whether the server answers. Reads the clock and nothing else: timers stop while a phone sleeps, and what arrived meanwhile is
 * delivered when it wakes, so neither of them says how old a message is.
 */
export class Pulse {
  readonly #now: () => number;
  #answeredAt: number;
  #lookedAt: number;
  #silent = false;
  readonly #listeners = new Set<() => void>();

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
    this.#answeredAt = this.#lookedAt = now();
  }

  /** Begins anew, with the full time until silence. */
  reset(): void {
    this.#answeredAt = this.#lookedAt = this.#now();
    this.#set(false);
  }

  /** Something came that was sent just now. */
  answered(): void {
    this.#answeredAt = this.#now();
    this.#set(false);
  }

  /** To be asked all the time, and before anything that came is believed. `began`: silence was noticed by this look. */
  look(): { silent: boolean; began: boolean } {
    const now = this.#now();
    // A clock that was put back.
    this.#answeredAt = Math.min(this.#answeredAt, now);
    // Nobody looked for so long: this page slept, and what arrives first was sent before or during its sleep.
    const slept = now - this.#lookedAt > SILENCE_MS;
    this.#lookedAt = now;
    const began = slept || (!this.#silent && now - this.#answeredAt > SILENCE_MS);
    if (began) this.#set(true);
    else if (this.#silent) this.#tell();
    return { silent: this.#silent, began };
  }

  silent = (): boolean => this.#silent;

  /** Whole seconds since the server last answered. */
  age = (): number => Math.max(0, Math.floor((this.#now() - this.#answeredAt) / 1000));

  /** Hears of silence and its end, and of each look in between. */
  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(silent: boolean): void {
    if (silent === this.#silent) return;
    this.#silent = silent;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
