import type { UseQueryResult } from '@tanstack/react-query';

/** Whether the first answer to what is asked is on its way. What is known to have failed, or is read again, isn't waited for. */
export function isUnanswered({ isLoading, isFetched }: Pick<UseQueryResult, 'isLoading' | 'isFetched'>): boolean {
  return isLoading && !isFetched;
}
