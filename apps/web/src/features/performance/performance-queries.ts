import type { PerformanceFilters } from '@clearbook/contracts/performance';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { read } from '../../lib/first-queries.ts';

const LINES_A_PAGE = 25;

export const performanceQueries = {
  performance: (filters: PerformanceFilters) => ({
    ...read('trades', 'GET /me/performance', { query: filters }),
    placeholderData: keepPreviousData,
  }),
  trades: (filters: PerformanceFilters) =>
    infiniteQueryOptions({
      queryKey: ['trades', 'GET /me/performance/trades', null, filters] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /me/performance/trades', { query: { ...filters, limit: LINES_A_PAGE, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  gains: (year: string) =>
    infiniteQueryOptions({
      queryKey: ['trades', 'GET /me/gains', null, year] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /me/gains', { query: { year, limit: LINES_A_PAGE, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
};
