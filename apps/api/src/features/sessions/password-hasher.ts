import { normalizePassword } from '@clearbook/domain/access';
import { hash, verify } from '@node-rs/argon2';
import { busy } from '../../platform/http/index.ts';

/** OWASP's minimum for argon2id (cheat sheet, 2025): 19 MiB, two passes, one lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes at work at once, each on a thread of its own; more would only push the rest of the server off the processor. */
export const HASHES_AT_ONCE = 2;
/** Hashes that may wait; about ten milliseconds each. Over it the answer is 503. */
export const HASHES_WAITING_MAX = 256;

/** Slow on purpose, so it takes turns. */
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #nobodys: Promise<string> | undefined;

  /** @throws Problem 503 when too many wait */
  async hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(normalizePassword(password), ARGON2));
  }

  /**
   * Takes as long for an account that does not exist (`stored` is null) as for one that does.
   * @throws Problem 503 when too many wait
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    this.#nobodys ??= hash('a password that nobody has', ARGON2);
    const against = stored ?? (await this.#nobodys);
    const right = await this.#inTurn(() => verify(against, normalizePassword(password)));
    return right && stored !== null;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= HASHES_AT_ONCE) {
      if (this.#waiting.length >= HASHES_WAITING_MAX) throw busy();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes to the next in line, or is free again.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
