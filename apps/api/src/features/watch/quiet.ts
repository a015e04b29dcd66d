import type { TriggerBook } from '@clearbook/domain/watch';
import type { Market } from '../market/index.ts';

const MINUTE_MS = 60_000;
/** Tried one after the other. */
const STRETCHES_MS = [60 * MINUTE_MS, MINUTE_MS];
/** A price may be one that was set a moment before the stretch began. */
const BEFORE_MS = MINUTE_MS;

/** Finds the stretches of the past in which nothing can have been due, so that weeks of quotes need not be looked at one by one. */
export class Quiet {
  readonly #range: Market['range'];
  readonly #book: Pick<TriggerBook, 'isQuiet'>;
  /** By length: the end of the stretch that was tried last, in vain. */
  readonly #tried = new Map<number, number>();

  constructor(range: Market['range'], book: Pick<TriggerBook, 'isQuiet'>) {
    this.#range = range;
    this.#book = book;
  }

  /** Up to when, from an instant on and at most until `limitMs`, no quote can be of any consequence; undefined where the next one may be. */
  after(fromMs: number, limitMs: number): number | undefined {
    const range = this.#range;
    if (range === undefined || limitMs <= fromMs) return undefined;
    for (const length of STRETCHES_MS) {
      const untilMs = Math.min((Math.floor(fromMs / length) + 1) * length, limitMs);
      if (this.#tried.get(length) === untilMs) continue;
      if (this.#book.isQuiet((symbol) => range(symbol, fromMs - BEFORE_MS, untilMs))) return untilMs;
      this.#tried.set(length, untilMs);
    }
    return undefined;
  }
}
