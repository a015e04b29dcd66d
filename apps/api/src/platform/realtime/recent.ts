import { TOPICS } from '@clearbook/contracts/socket';
import type { Topic } from '@clearbook/contracts/socket';
import type { Invalidation } from './invalidation.ts';

/** Invalidations that are kept: at a thousand a second those of the last ten seconds, on a quiet site those of days. */
const KEPT = 20_000;

/** Recent invalidations: a page reads what it shows before it listens, and must learn what changed in between. */
export class Recent {
  #invalidations: { readonly at: number; readonly invalidation: Invalidation }[] = [];
  /** Nothing is known of what changed before. */
  #from = Number.POSITIVE_INFINITY;

  /** From now on nothing is missed; earlier invalidations may have been. */
  begin(now: number): void {
    this.#from = now;
    this.#invalidations = [];
  }

  add(invalidation: Invalidation, now: number): void {
    this.#invalidations.push({ at: now, invalidation });
    if (this.#invalidations.length <= KEPT) return;
    // Half of them at a time, because moving the rest for each new one would cost too much.
    this.#from = this.#invalidations[KEPT / 2]?.at ?? now;
    this.#invalidations = this.#invalidations.slice(KEPT / 2 + 1);
  }

  /** What changed from then on of what concerns somebody; every topic and `whole` false where that is not known. */
  since(then: number, concerns: (invalidation: Invalidation) => boolean): { topics: readonly Topic[]; whole: boolean } {
    if (then < this.#from) return { topics: TOPICS, whole: false };
    const topics = new Set<Topic>();
    for (let i = this.#invalidations.length - 1; i >= 0; i -= 1) {
      const known = this.#invalidations[i];
      if (known === undefined || known.at < then) break;
      if (concerns(known.invalidation)) for (const topic of known.invalidation.t) topics.add(topic);
    }
    return { topics: [...topics], whole: true };
  }
}
