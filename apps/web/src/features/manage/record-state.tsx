import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../lib/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

/** One record: waiting, missing, failed or here. What is on screen stays there while it is read again. */
export function RecordState<T>({
  query,
  notFound,
  children,
}: {
  query: UseQueryResult<T>;
  notFound: string;
  children: (record: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton height={360} radius="md" aria-busy />;
  const { error } = query;
  // An id that is no id at all is as missing as an unknown one.
  if (error instanceof ApiProblem && [400, 404, 422].includes(error.status))
    return <EmptyState kind="search" title={notFound} />;
  return <ErrorState error={error} onRetry={() => void query.refetch()} />;
}
