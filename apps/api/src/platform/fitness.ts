import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { isStorageFull, newerThanProgram } from './database/index.ts';
import type { Halt } from './halt.ts';
import type { Logger } from './log.ts';

/** Below this, nothing is written any more: the embedded database needs it to recover and to stop in order. */
export const RESERVE_BYTES = 64 * 1024 * 1024;
/** How old an answer may be for whoever asks now. */
const FRESH_MS = 1_000;
const LOOK_MS = 5_000;

export type FitnessOptions = {
  readonly pool: Pool;
  readonly dataDir: string;
  /** The database's own files lie in DATA_DIR. */
  readonly embedded: boolean;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly reserveBytes?: number;
};

/**
 * Whether this process can serve requests, writes included. It looks by itself every few seconds: at the space that is left, with a tiny
 * write, and whether a newer program has taken over the database. It recovers as soon as a look finds nothing wrong.
 */
export class Fitness {
  readonly #options: FitnessOptions;
  #halt: Halt | undefined;
  #words: string | undefined;
  #lookedAt = -Infinity;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FitnessOptions) {
    this.#options = options;
  }

  /** Why nothing is written for the moment; undefined where all is well. */
  halt = (): Halt | undefined => this.#halt;

  /** For /readyz: true, or what is wrong. Looks again unless it has just looked. */
  readiness = async (): Promise<true | string> => {
    if (performance.now() - this.#lookedAt > FRESH_MS) await this.look();
    return this.#words ?? true;
  };

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    void this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#lookedAt = performance.now();
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      if (await this.#outOfSpace()) return this.#note('storage_full', 'no storage space left');
      await this.#options.pool.query('select app.probe_storage()');
      const newer = await newerThanProgram(this.#options.pool);
      this.#note(newer === undefined ? undefined : 'outdated', newer);
    } catch (error) {
      if (isStorageFull(error)) this.#note('storage_full', 'no storage space left');
      // Away, or restarting: what it was before still holds.
      else this.#words ??= 'the database takes no writes';
    }
  }

  async #outOfSpace(): Promise<boolean> {
    const { dataDir, embedded, reserveBytes = RESERVE_BYTES } = this.#options;
    return embedded && (await freeBytes(dataDir)) < reserveBytes;
  }

  #note(halt: Halt | undefined, words: string | undefined): void {
    if (halt !== this.#halt) {
      if (halt === undefined) this.#options.log.warn('writes are taken again');
      else this.#options.log.error({ halt, reason: words }, 'no writes are taken until this is mended');
    }
    this.#halt = halt;
    this.#words = words;
  }
}

/** What an ordinary account may still write to the disk of this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
