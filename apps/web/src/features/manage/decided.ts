import { createContext, use } from 'react';

/** What follows a decision where it is made somewhere else than on its record's own page: the next item, and not the list. */
export const Decided = createContext<(() => void) | null>(null);

/** @returns what to do once something is decided: what the place says, else `otherwise` */
export function useDecided(otherwise: () => void): () => void {
  return use(Decided) ?? otherwise;
}
