import type { Ledger } from '../../../ledger/index.ts';
import type { SessionDeps } from '../deps.ts';

export type GuestDeps = SessionDeps & { readonly ledger: Ledger };
