import type { Quote } from '@clearbook/contracts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { onSessionEnd } from './session-end.ts';

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
  /** Quotes that came before the last silence began are of an earlier time than this one. */
  #time = 0;
  #cameIn = new Map<string, number>();

  get(symbol: string): Quote | undefined {
    return this.#quotes.get(symbol);
  }

  put(quotes: readonly Quote[]): void {
    const changed = new Set<() => void>();
    for (const quote of quotes) {
      const known = this.#quotes.get(quote.symbol);
      if (known !== undefined && known.time > quote.time && !this.isStale(quote.symbol)) continue;
      this.#quotes.set(quote.symbol, quote);
      this.#cameIn.set(quote.symbol, this.#time);
      for (const listener of this.#listeners.get(quote.symbol) ?? []) changed.add(listener);
    }
    for (const listener of changed) listener();
  }

  /** True for a price that was known before the server fell silent and has not come again since. */
  isStale(symbol: string): boolean {
    return this.#quotes.has(symbol) && this.#cameIn.get(symbol) !== this.#time;
  }

  /** The server does not answer: no price that is known is of this moment. */
  silence(): void {
    this.#time += 1;
    this.#tellAll();
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

  /**
   * Asks for a snapshot of everything on screen: a closed market sends no tick. True when it came within `withinMs`; one that took longer
   * may have waited somewhere on its way and is thrown away. What the server has no price of any more is forgotten.
   */
  async refresh(withinMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const symbols = [...this.#listeners.keys()];
    if (symbols.length === 0) return false;
    const beganAt = Date.now();
    try {
      const { data, next_cursor: more } = await api('GET /quotes', { query: { symbols: symbols.join(',') } });
      if (Date.now() - beganAt > withinMs) return false;
      const priced = new Set(data.map(({ symbol }) => symbol));
      if (more === null) for (const symbol of symbols) if (!priced.has(symbol)) this.#quotes.delete(symbol);
      this.put(data);
      this.#tellAll();
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets everything: another person may sign in, whose quotes carry another mark-up. */
  clear(): void {
    this.#quotes.clear();
  }

  #tellAll(): void {
    for (const listener of new Set([...this.#listeners.values()].flatMap((each) => [...each]))) listener();
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
onSessionEnd(() => quoteStore.clear());

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

/** True while one of these prices is not of this moment. Asks nothing while `seen` is false. */
export function useStale(symbols: readonly string[], seen = true): boolean {
  const joined = seen ? symbols.join(',') : '';
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = joined === '' ? [] : joined.split(',').map((symbol) => quoteStore.subscribe(symbol, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [joined],
  );
  return useSyncExternalStore(subscribe, () => seen && symbols.some((symbol) => quoteStore.isStale(symbol)));
}

function useSubscribe(symbol: string | null) {
  return useCallback(
    (listener: () => void) => (symbol === null ? () => undefined : quoteStore.subscribe(symbol, listener)),
    [symbol],
  );
}

/** The quotes of this moment, for what is decided at a press and not drawn at each quote. */
export function latestQuotes(symbols: readonly string[]): Quotes {
  return Object.fromEntries(symbols.map((symbol) => [symbol, quoteStore.get(symbol)]));
}

/** The live quotes of several symbols, by symbol. */
export function useQuotes(symbols: readonly string[]): Quotes {
  const joined = [...new Set(symbols)].sort().join(',');
  const source = useMemo(() => snapshotOf(joined === '' ? [] : joined.split(',')), [joined]);
  return useSyncExternalStore(source.subscribe, source.get);
}

function snapshotOf(symbols: readonly string[]) {
  let snapshot: Quotes = {};
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
        snapshot = latestQuotes(symbols);
      }
      return snapshot;
    },
  };
}
