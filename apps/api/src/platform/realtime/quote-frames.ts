import type { Connection } from './connection.ts';
import type { QuoteSource } from './quote-source.ts';

/** The newest quotes of each frame, each serialised once per tier. */
export class QuoteFrames {
  readonly #quotes: Pick<QuoteSource, 'tierOf' | 'json'>;
  readonly #versions = new Map<string, number>();
  readonly #texts = new Map<number, (symbol: string) => string | undefined>();

  constructor(quotes: Pick<QuoteSource, 'tierOf' | 'json'>) {
    this.#quotes = quotes;
  }

  /** These symbols have a new quote. */
  changed(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#versions.set(symbol, (this.#versions.get(symbol) ?? 0) + 1);
  }

  send(connections: Iterable<Connection>): void {
    this.#texts.clear();
    for (const connection of connections) {
      if (connection.quotes === 0) continue;
      const tier = this.#quotes.tierOf(connection.signed.userId);
      if (tier === undefined) continue;
      connection.dealIn(tier);
      connection.sendQuotes(this.#versions, this.#textsOf(tier));
    }
  }

  /** The quotes of this frame as text, each serialised when the first socket of its tier needs it. */
  #textsOf(tier: number): (symbol: string) => string | undefined {
    const made = this.#texts.get(tier);
    if (made !== undefined) return made;
    const written = new Map<string, string | undefined>();
    const text = (symbol: string): string | undefined => {
      if (!written.has(symbol)) written.set(symbol, this.#quotes.json(symbol, tier));
      return written.get(symbol);
    };
    this.#texts.set(tier, text);
    return text;
  }
}
