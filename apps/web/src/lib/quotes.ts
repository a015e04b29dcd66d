import type { Quote } from '@clearbook/contracts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { api } from './api.ts';

type WantedListener = (channel: string, wanted: boolean) => void;
export type Quotes = Readonly<Record<string, Quote | undefined>>;

/**
 * The newest quote of every symbol on screen. It lives outside React, so that a tick draws only the price cells of its
 * symbol again, and a symbol that nothing shows is not streamed.
 */
class QuoteStore {
  #quotes = new Map<string, Quote>();
  #listeners = new Map<string, Set<() => void>>();
  #wantedListener: WantedListener | null = null;
  #missing = new Set<string>();

  get(symbol: string): Quote | undefined {
    return this.#quotes.get(symbol);
  }

  put(quotes: readonly Quote[]): void {
    const changed = new Set<() => void>();
    for (const quote of quotes) {
      const known = this.#quotes.get(quote.symbol);
      if (known !== undefined && known.time > quote.time) continue;
      this.#quotes.set(quote.symbol, quote);
      for (const listener of this.#listeners.get(quote.symbol) ?? []) changed.add(listener);
    }
    for (const listener of changed) listener();
  }

  channels(): string[] {
    return [...this.#listeners.keys()].map(channelOf);
  }

  /** The socket hears here which symbols came on screen and which left it. */
  onWanted(listener: WantedListener): void {
    this.#wantedListener = listener;
  }

  subscribe(symbol: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(symbol) ?? new Set();
    this.#listeners.set(symbol, listeners.add(listener));
    if (listeners.size === 1) {
      this.#wantedListener?.(channelOf(symbol), true);
      this.#ask(symbol);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(symbol);
      this.#wantedListener?.(channelOf(symbol), false);
    };
  }

  /** Asks for a snapshot of everything on screen: a closed market sends no tick. */
  refresh(): void {
    for (const symbol of this.#listeners.keys()) this.#ask(symbol);
  }

  /** Forgets everything: another person may sign in, whose quotes carry another mark-up. */
  clear(): void {
    this.#quotes.clear();
  }

  #ask(symbol: string): void {
    this.#missing.add(symbol);
    if (this.#missing.size > 1) return;
    queueMicrotask(() => {
      const symbols = [...this.#missing].join(',');
      this.#missing.clear();
      // A failed snapshot needs no words here: prices show a dash until the stream brings one.
      api('GET /quotes', { query: { symbols } }).then(
        (reply) => this.put(reply.data),
        () => undefined,
      );
    });
  }
}

export const quoteStore = new QuoteStore();

function channelOf(symbol: string): string {
  return `quotes:${symbol}`;
}

/** The live quote of one symbol; undefined until the first one is here. */
export function useQuote(symbol: string | null): Quote | undefined {
  return useSyncExternalStore(useSubscribe(symbol), () => (symbol === null ? undefined : quoteStore.get(symbol)));
}

/** What the live quote of one symbol comes to, in a text or a number: only another result renders again. Stays as it is while `seen` is false. */
export function useOfQuote<T extends string | number | null>(
  symbol: string,
  seen: boolean,
  of: (quote: Quote | undefined) => T,
): T {
  return useSyncExternalStore(useSubscribe(seen ? symbol : null), () => of(quoteStore.get(symbol)));
}

function useSubscribe(symbol: string | null) {
  return useCallback(
    (listener: () => void) => (symbol === null ? () => undefined : quoteStore.subscribe(symbol, listener)),
    [symbol],
  );
}

/** The live quotes of several symbols, by symbol. */
export function useQuotes(symbols: readonly string[]): Quotes {
  const joined = [...new Set(symbols)].sort().join(',');
  const source = useMemo(() => snapshotOf(joined === '' ? [] : joined.split(',')), [joined]);
  return useSyncExternalStore(source.subscribe, source.get);
}

function snapshotOf(symbols: readonly string[]) {
  let snapshot: Record<string, Quote | undefined> = {};
  return {
    subscribe(listener: () => void): () => void {
      const stops = symbols.map((symbol) => quoteStore.subscribe(symbol, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    /** The same object until one of the quotes changed, as useSyncExternalStore asks for. */
    get(): Quotes {
      if (symbols.some((symbol) => snapshot[symbol] !== quoteStore.get(symbol))) {
        snapshot = Object.fromEntries(symbols.map((symbol) => [symbol, quoteStore.get(symbol)]));
      }
      return snapshot;
    },
  };
}
