import type { performanceRoutes } from '../routes/performance.ts';
import type { WordsOf } from './words.ts';

export const performanceWords: WordsOf<typeof performanceRoutes> = {
  'GET /me/equity': {
    id: 'getEquity',
    tag: 'Performance',
    summary: 'See what the account was worth over time',
    description:
      'Cash, margin and money being withdrawn, less what is owed, plus open positions at the mid price of each instant, from the entries, fills and bars. Changes leave out what came in, went out and was entered by staff; percentages are time-weighted.',
  },
};
