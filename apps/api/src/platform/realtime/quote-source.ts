/** Where quotes come from. The hub knows symbols and texts, no prices. */
export type QuoteSource = {
  /** Calls back with the symbols that have a new quote. Returns a function that stops it. */
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  isSymbol(symbol: string): boolean;
  /** People in one tier see the same quotes, so each is serialised once for all of them. While a tier is unknown (undefined), nothing is sent. */
  tierOf(userId: string): number | undefined;
  /** A person's tier may have changed; null means anyone's. */
  tierChanged(userId: string | null): void;
  /** The newest quote as JSON text, undefined if there is none yet. */
  json(symbol: string, tier: number): string | undefined;
};
