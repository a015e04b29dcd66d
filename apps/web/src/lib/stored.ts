import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const memory = new Map<string, string>();

export function stored(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps a small preference in this browser; storage that is switched off keeps it for this visit. */
export function store(key: string, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage may be switched off or full: the value in memory serves until the page is closed, and wins over what is stored.
    if (value !== null) memory.set(key, value);
  }
  for (const listener of listeners) listener();
}

/** A preference kept locally, the same in every component that shows it. */
export function useStored(key: string, initial: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      globalThis.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener('storage', listener);
      };
    },
    () => stored(key) ?? initial,
  );
  const set = useCallback((next: string) => store(key, next), [key]);
  return [value, set];
}
