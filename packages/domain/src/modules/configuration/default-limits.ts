import type { ClientLevel } from '../identity/level.ts';

/** What clients of each level deposit, in dollars, until two people set something else. Null: no limit. The database knows the others by the module's limits. */
export const DEFAULT_DEPOSIT_LIMITS = {
  email: { day: '500', month: '1000' },
  identity: { day: '10000', month: '50000' },
  funds: { day: null, month: null },
} as const satisfies Readonly<Record<ClientLevel, { readonly day: string | null; readonly month: string | null }>>;
