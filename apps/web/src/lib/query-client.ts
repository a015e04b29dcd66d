import type { Topic } from '@clearbook/contracts';
import { QueryClient } from '@tanstack/react-query';
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

/** Every query key starts with the topic it depends on, so that "trades changed" finds what to read again. */
export function invalidateTopics(topics: readonly Topic[]): void {
  for (const topic of topics) void queryClient.invalidateQueries({ queryKey: [topic] });
}

/** After a gap nobody knows what was missed: read everything again that is on screen. */
export function invalidateAll(): void {
  void queryClient.invalidateQueries();
}
