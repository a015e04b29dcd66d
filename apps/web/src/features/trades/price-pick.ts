import { useSyncExternalStore } from 'react';

/** A field that waits for a price from the chart of its asset. */
export type PricePick = {
  readonly symbol: string;
  /** The field’s name. */
  readonly field: string;
  /** With the price that was clicked, or null where somebody thought better of it. */
  readonly onDone: (price: string | null) => void;
};

let wanted: PricePick | null = null;
const listeners = new Set<() => void>();

/** One field waits at a time: a new one takes its place. */
export function wantPrice(pick: PricePick | null): void {
  wanted = pick;
  for (const listener of listeners) listener();
}

/** What waits for a price now. Ticket and chart are made apart from each other, and this is between them. */
export function useWantedPrice(): PricePick | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}
