import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { read } from '../../lib/first-queries.ts';

/** Rows of a list of what is over that come right away; older ones on asking. */
const ENDED_AT_ONCE = 50;
/** No client has more working orders than this (domain: MAX_WORKING_ORDERS). */
const WORKING_ORDERS_MOST = 200;

/** What the Market page alone asks for; kept out of lib/queries.ts, which Home loads. */
export const tradingQueries = {
  watchlist: () => ({ ...read('watchlist', 'GET /me/watchlist'), staleTime: 300_000 }),
  workingOrders: () => read('orders', 'GET /orders', { query: { state: 'working', limit: WORKING_ORDERS_MOST } }),
  corporateActions: () => ({ ...read('trades', 'GET /corporate-actions'), staleTime: 60_000 }),
  marginCall: () => read('trades', 'GET /me/margin-call'),
  endedOrders: () =>
    infiniteQueryOptions({
      queryKey: ['orders', 'GET /orders', null, 'ended'] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /orders', {
          query: { state: 'ended', type: 'pending', limit: ENDED_AT_ONCE, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  closedIn: (symbol: string) => read('trades', 'GET /trades', { query: { state: 'closed', symbol, limit: 200 } }),
  closedTrades: () =>
    infiniteQueryOptions({
      queryKey: ['trades', 'GET /trades', null, 'closed, a page at a time'] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /trades', { query: { state: 'closed', limit: ENDED_AT_ONCE, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
};
