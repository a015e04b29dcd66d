import { cents, id, reading, table, time } from '../../kernel/table.ts';
import type { Releases } from './limits.ts';

/** What one person may let go alone, and what those whom a command is about did, under the key ''. Not read where no command asks. */
export const RELEASES = reading<Releases>('releases');

/** The limits that two people set, each with the proposal by which they did; the latest ones hold. */
export const RELEASE_LIMITS = table(
  'release_limit',
  { proposalId: id, dayCents: cents, clientCents: cents, at: time },
  { key: ['proposalId'] },
);
