import { standardFinancing } from '@clearbook/domain/market';

/** What nights cost while nobody has set anything. */
export const STANDARD_FINANCING = { at: standardFinancing, changeAfter: () => undefined } as const;
