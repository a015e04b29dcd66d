import { read } from '../../lib/first-queries.ts';

/** What the Market page alone asks for; kept out of lib/queries.ts, which Home loads. */
export const tradingQueries = {
  watchlist: () => ({ ...read('watchlist', 'GET /me/watchlist'), staleTime: 300_000 }),
};
