import type { Topic } from '@clearbook/contracts';
import { QueryClient, type QueryFilters } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

/** Retries of a read whose answer got lost. A refusal is never retried. */
const READ_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => error instanceof ApiProblem && error.uncertain && count < READ_RETRIES,
    },
  },
});

/** When the oldest answer was asked for that this page may still show. */
let readsBegan = Date.now();

/** Somebody signs in: nothing of theirs has been read before. */
export function beginReading(): void {
  readsBegan = Date.now();
}

/** How long this page has been reading what it shows. */
export function readingForMs(): number {
  return Math.max(0, Date.now() - readsBegan);
}

/** Every query key starts with the topic it depends on, so that "trades changed" finds what to read again. */
export function invalidateTopics(topics: readonly Topic[]): void {
  for (const topic of topics) invalidate({ queryKey: [topic] });
  if (topics.some((topic) => WAITS.has(topic))) invalidate({ queryKey: ['queues'] });
  if (topics.some((topic) => MOVES_MONEY.has(topic))) overviewChanged();
}

/** A sum over all of the books: with many trades a second it is read again once in so long. */
const OVERVIEW_MS = 2_000;
const MOVES_MONEY: ReadonlySet<Topic> = new Set<Topic>([
  'account',
  'trades',
  'deposits',
  'withdrawals',
  'loans',
  'users',
]);
let overviewTimer: ReturnType<typeof setTimeout> | undefined;

function overviewChanged(): void {
  overviewTimer ??= setTimeout(() => {
    overviewTimer = undefined;
    invalidate({ queryKey: ['overview'] });
  }, OVERVIEW_MS);
}

/** After a gap nobody knows what was missed: read everything again that is on screen. */
export function invalidateAll(): void {
  invalidate({});
}

/** Of what waits for staff: their queues are read again with each of these. */
const WAITS: ReadonlySet<Topic> = new Set<Topic>(['deposits', 'loans', 'withdrawals', 'identity', 'proposals']);
const waiting = new Set<string>();

/** A first answer that is under way may be older than the change: it is let come, so that the page shows something, and asked for again. */
function invalidate(filters: QueryFilters): void {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    const { queryHash, queryKey } = query;
    if (query.state.data !== undefined || waiting.has(queryHash)) continue;
    waiting.add(queryHash);
    void query
      .fetch()
      .catch(() => undefined)
      .then(() => {
        waiting.delete(queryHash);
        return queryClient.invalidateQueries({ queryKey, exact: true });
      });
  }
  void queryClient.invalidateQueries(filters);
}
