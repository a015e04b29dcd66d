import type { searchRoutes } from '../routes/search.ts';
import type { WordsOf } from './words.ts';

export const searchWords: WordsOf<typeof searchRoutes> = {
  'GET /admin/search': {
    id: 'search',
    tag: 'Staff: clients',
    summary: 'Find clients and records',
    description:
      'By name, email or username (a typo in each word is forgiven), id, transaction id, payout destination or reference, amount in US dollars, or entry number. At most eight of each kind, of the kinds that the role includes.',
  },
};
