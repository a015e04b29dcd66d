import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { read } from '../../../lib/first-queries.ts';

/** Rows a list of trades or orders asks for: marks of older fills lie far to the left, and nobody has more working orders. */
const ROWS = 200;

/** What the chart alone asks for. What a client keeps is read once: nobody but this client changes it. */
export const chartQueries = {
  layout: () =>
    queryOptions({
      queryKey: ['charts', 'GET /me/chart'] as const,
      queryFn: ({ signal }) => api('GET /me/chart', { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  layouts: () => queryOptions({ ...read('charts', 'GET /me/layouts'), staleTime: 300_000 }),
  drawings: (symbol: string) =>
    queryOptions({
      queryKey: ['charts', 'GET /me/charts/:id', symbol] as const,
      queryFn: ({ signal }) => api('GET /me/charts/:id', { params: { id: symbol }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  workingOrders: () => read('orders', 'GET /orders', { query: { state: 'working', limit: ROWS } }),
  openTrades: () => read('trades', 'GET /trades', { query: { state: 'active', limit: ROWS } }),
  fills: (symbol: string) => read('trades', 'GET /fills', { query: { symbol, limit: ROWS } }),
};
