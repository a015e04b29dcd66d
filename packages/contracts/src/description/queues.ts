import type { queuesRoutes } from '../routes/queues.ts';
import type { WordsOf } from './words.ts';

export const queuesWords: WordsOf<typeof queuesRoutes> = {
  'GET /admin/queues': {
    id: 'summariseQueues',
    tag: 'Staff: money',
    summary: 'See what waits for staff',
    description:
      'For each queue that the role includes: how many wait, how many for too long, and since when the oldest does.',
  },
  'GET /admin/queue-items.csv': {
    id: 'exportQueue',
    tag: 'Staff: money',
    summary: 'Export what waits in a queue as CSV',
    description: 'The items that the filters match, in their order. Takes the permission to see what waits in it, too.',
  },
  'GET /admin/queue-items': {
    id: 'listQueue',
    tag: 'Staff: money',
    summary: 'List what waits in a queue',
    description: 'The oldest first, or the newest. Takes the permission to see what waits in it, too.',
  },
  'POST /admin/queue-claims': {
    id: 'claimQueueItem',
    tag: 'Staff: money',
    summary: 'Take an item',
    description: 'For half an hour. Others see who has it; a claim keeps nobody from deciding.',
    example: { queue: 'withdrawals', id: '01890000-0000-7000-8000-000000000000' },
  },
  'POST /admin/queue-claims/release': {
    id: 'releaseQueueItem',
    tag: 'Staff: money',
    summary: 'Give an item back',
    description: 'Only what you took yourself.',
    example: { queue: 'withdrawals', id: '01890000-0000-7000-8000-000000000000' },
  },
};
