import { TOPICS } from '@clearbook/contracts/socket';
import type { Topic } from '@clearbook/contracts/socket';
import type { Change } from './announcement.ts';

/** Changes that are kept: at a thousand a second those of the last ten seconds, on a quiet site those of days. */
const KEPT = 20_000;

/** What was announced lately: a page reads what it shows before it listens, and must hear what changed in between. */
export class Recent {
  #changes: { readonly at: number; readonly change: Change }[] = [];
  /** Nothing is known of what was announced before. */
  #from = Number.POSITIVE_INFINITY;

  /** From now on nothing is missed; some of what was announced before may not have been. */
  begin(now: number): void {
    this.#from = now;
    this.#changes = [];
  }

  add(change: Change, now: number): void {
    this.#changes.push({ at: now, change });
    if (this.#changes.length <= KEPT) return;
    // Half of them at a time: moving all the others for each new one would cost more than the list is worth.
    this.#from = this.#changes[KEPT / 2]?.at ?? now;
    this.#changes = this.#changes.slice(KEPT / 2 + 1);
  }

  /** What changed from then on of what concerns somebody; every topic and `whole` false where that is not known. */
  since(then: number, concerns: (change: Change) => boolean): { topics: readonly Topic[]; whole: boolean } {
    if (then < this.#from) return { topics: TOPICS, whole: false };
    const topics = new Set<Topic>();
    for (let i = this.#changes.length - 1; i >= 0; i -= 1) {
      const known = this.#changes[i];
      if (known === undefined || known.at < then) break;
      if (concerns(known.change)) for (const topic of known.change.t) topics.add(topic);
    }
    return { topics: [...topics], whole: true };
  }
}
