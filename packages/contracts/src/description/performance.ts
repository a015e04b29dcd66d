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
  'GET /me/performance': {
    id: 'getPerformance',
    tag: 'Performance',
    summary: 'See how closed trades went',
    description:
      'Figures of the closed trades that the filters match, each with how many trades it is from, as a whole and by instrument, side, hour, holding time and day. A result is what the trade brought after financing and dividends. What staff entered manually is in none of them. docs/spec/performance.md has every formula.',
  },
  'GET /me/performance/trades': {
    id: 'listPerformanceTrades',
    tag: 'Performance',
    summary: 'List the trades behind the figures',
    description: 'The closed trades that the same filters match, last closed first, with their journal.',
  },
  'GET /me/gains': {
    id: 'getRealisedGains',
    tag: 'Performance',
    summary: 'See realised gains of a year',
    description:
      'Each part of a trade that closed in a UTC calendar year, oldest first, with the financing and dividends since the part before it, and the totals of the whole year. Comes whole where no limit is named.',
  },
  'GET /me/gains.csv': {
    id: 'exportRealisedGains',
    tag: 'Performance',
    summary: 'Export realised gains as CSV',
    description: 'The same lines as `GET /me/gains`, as a file whose last row is the total.',
  },
  'GET /trades/:id/journal': {
    id: 'getJournal',
    tag: 'Performance',
    summary: 'Read the journal of a trade',
    description: 'The client’s own note and tags. Empty where nothing was written.',
  },
  'PUT /trades/:id/journal': {
    id: 'putJournal',
    tag: 'Performance',
    summary: 'Write the journal of a trade',
    description:
      'Replaces note and tags; leaving both empty removes them. Only the client sees them, and they go when the account is closed.',
    example: { note: 'Entered late, exit as planned.', tags: ['breakout'] },
  },
};
