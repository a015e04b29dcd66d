const listeners = new Set<() => void>();

/** For what keeps something of a person in memory: it forgets that when their session ends, and need not be loaded for it. */
export function onSessionEnd(forget: () => void): void {
  listeners.add(forget);
}

export function tellSessionEnd(): void {
  for (const forget of listeners) forget();
}
