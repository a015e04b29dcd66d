import { cents, id, reading, table, time } from '../../kernel/table.ts';
import type { Releases } from './limits.ts';

/** The release limits, and what the staff concerned released so far, under the key ''. Read only for commands that need it. */
export const RELEASES = reading<Releases>('releases');

/** The limits that two people set, each with the proposal by which they did; the latest ones hold. */
export const RELEASE_LIMITS = table(
  'release_limit',
  { proposalId: id, dayCents: cents, clientCents: cents, at: time },
  { key: ['proposalId'], book: 'site' },
);
