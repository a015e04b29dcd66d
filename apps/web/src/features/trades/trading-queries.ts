import { read } from '../../lib/first-queries.ts';

/** A line of a day moves a pixel in this time. */
const LINES_REFETCH_MS = 120_000;

/** What the Market page alone asks for; kept out of lib/queries.ts, which Home loads. */
export const tradingQueries = {
  watchlist: () => ({ ...read('watchlist', 'GET /me/watchlist'), staleTime: 300_000 }),
  sparklines: (symbols: readonly string[]) => ({
    ...read('market', 'GET /bars/sparklines', { query: { symbols: symbols.join(',') } }),
    staleTime: LINES_REFETCH_MS,
    refetchInterval: LINES_REFETCH_MS,
  }),
};
