import type { UseQueryResult } from '@tanstack/react-query';

/** Whether the first answer to what is asked is on its way. What has failed, even once, or is read again, isn't waited for. */
export function isUnanswered({
  isLoading,
  isFetched,
  failureCount,
}: Pick<UseQueryResult, 'isLoading' | 'isFetched' | 'failureCount'>): boolean {
  return isLoading && !isFetched && failureCount === 0;
}
