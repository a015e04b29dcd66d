import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../lib/api.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useNoticesAreUnknown } from './use-notices.ts';

/**
 * One record: waiting, missing, failed or here. What is on screen stays there while it is read again. Where it is
 * decided, it waits for what belongs beside it and above the page too: nobody decides without it, and it moves no
 * button under a hand.
 */
export function RecordState<T>({
  query,
  beside,
  notFound,
  children,
}: {
  query: UseQueryResult<T>;
  beside?: UseQueryResult<unknown>;
  notFound: string;
  children: (record: T) => ReactNode;
}) {
  const noticesAreUnknown = useNoticesAreUnknown();
  const alone = beside !== undefined && (noticesAreUnknown || isUnanswered(beside));
  if (query.data !== undefined && !alone) return children(query.data);
  if (query.isPending || alone) return <Skeleton height={360} radius="md" aria-busy />;
  const { error } = query;
  // An id that is no id at all is as missing as an unknown one.
  if (error instanceof ApiProblem && [400, 404, 422].includes(error.status))
    return <EmptyState kind="search" title={notFound} />;
  return <ErrorState error={error} onRetry={() => void query.refetch()} />;
}
