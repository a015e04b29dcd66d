import type { FeedQuote } from '@clearbook/domain/market';

/** A best price that is not written down yet. */
export type Unwritten = { readonly tradeId: string; readonly clientId: string; readonly peak: FeedQuote };

/**
 * The quotes of the best prices that trailing stops were seen at, each better than the one before. What a quote sets off is judged by the best price known at that quote,
 * however much better it became before its close was sent.
 */
export class Peaks {
  readonly #seen = new Map<string, FeedQuote[]>();
  readonly #unwritten = new Map<string, string>();

  add(tradeId: string, clientId: string, quote: FeedQuote): void {
    const seen = this.#seen.get(tradeId);
    if (seen === undefined) this.#seen.set(tradeId, [quote]);
    else if (seen.every(({ receivedTime }) => receivedTime < quote.receivedTime)) seen.push(quote);
    this.#unwritten.set(tradeId, clientId);
  }

  /** The best one that was known at an instant. */
  at(tradeId: string, time: Date): FeedQuote | undefined {
    return this.#seen.get(tradeId)?.findLast(({ receivedTime }) => receivedTime <= time);
  }

  /** The best one; those from before `since` do not count any more. */
  latest(tradeId: string, since: Date): FeedQuote | undefined {
    const seen = this.#seen.get(tradeId)?.filter(({ receivedTime }) => receivedTime >= since);
    if (seen === undefined || seen.length === 0) {
      this.drop(tradeId);
      return undefined;
    }
    this.#seen.set(tradeId, seen);
    return seen.at(-1);
  }

  drop(tradeId: string): void {
    this.#seen.delete(tradeId);
    this.#unwritten.delete(tradeId);
  }

  takeUnwritten(): Unwritten[] {
    const all = [...this.#unwritten].flatMap(([tradeId, clientId]) => {
      const peak = this.#seen.get(tradeId)?.at(-1);
      return peak === undefined ? [] : [{ tradeId, clientId, peak }];
    });
    this.#unwritten.clear();
    return all;
  }

  /** It is in the books now: what was before it is told by them. */
  written(tradeId: string, peak: FeedQuote): void {
    const seen = this.#seen.get(tradeId)?.filter(({ receivedTime }) => receivedTime >= peak.receivedTime);
    if (seen !== undefined) this.#seen.set(tradeId, seen);
  }
}
