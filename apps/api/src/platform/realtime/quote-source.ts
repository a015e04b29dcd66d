/** Where quotes come from. The hub knows symbols and texts, no prices. */
export type QuoteSource = {
  /** Calls back with the symbols that have a new quote. Returns the way to stop. */
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  isSymbol(symbol: string): boolean;
  /** People of one tier see the same quotes, so each is written out once for all of them. Undefined while it is not known: nothing is sent. */
  tierOf(userId: string): number | undefined;
  /** Somebody's tier may be another one now; null: anybody's. */
  tierChanged(userId: string | null): void;
  /** The newest quote as JSON text, undefined where there is none yet. */
  json(symbol: string, tier: number): string | undefined;
};
