import { reading } from '../../kernel/table.ts';
import type { Released, ReleaseLimits, Releases } from './limits.ts';

/** What one person may let go alone, and what those whom a command is about did, under the key ''. Not read where no command asks. */
export const RELEASES = reading<Releases>('releases');

declare module '../../kernel/decision.ts' {
  interface Changes {
    /** What one member of staff let go alone; its own entry is its row. */
    released_alone: { readonly after: Released };
    release_limits_set: { readonly proposalId: string; readonly after: ReleaseLimits };
  }
}
