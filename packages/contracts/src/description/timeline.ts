import type { timelineRoutes } from '../routes/timeline.ts';
import type { WordsOf } from './words.ts';

export const timelineWords: WordsOf<typeof timelineRoutes> = {
  'GET /admin/users/:id/timeline': {
    id: 'readClientTimeline',
    tag: 'Staff: clients',
    summary: 'See everything that happened with a client',
    description:
      'Entries, deposits, withdrawals, trades, sign-ins, emails (their names and states, never what they say), notifications, staff activity and notes, newest first. What the role does not include is left out.',
  },
  'POST /admin/users/:id/notes': {
    id: 'addClientNote',
    tag: 'Staff: clients',
    summary: 'Write a note about a client',
    description: 'For staff alone; the client doesn’t see it. A note is never changed, and is erased with the client.',
    example: { text: 'Called about a late bank transfer; waiting for the bank’s confirmation.' },
  },
};
