import { standardFinancing } from '@clearbook/domain/market';

/** What nights cost while nobody has set anything. */
export const STANDARD_FINANCING = { at: standardFinancing, changeAfter: () => undefined } as const;

/** Nothing is added to any spread. */
export const STANDARD_SPREADS = { at: () => 0, most: () => 0, changeAfter: () => undefined } as const;
