import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BooksDiffer } from './books-differ.tsx';
import { Can } from './can.tsx';
import { MailFailing } from './mail-failing.tsx';
import { StepUpDialog } from '../access/step-up-dialog.tsx';
import { UpcomingNotice } from './upcoming-addresses.tsx';
import { NOTICES } from './use-notices.ts';

/** Shows `children` to administrators and says so to everybody else. Comfort only: the server refuses each request by itself. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const me = useQuery(queries.me());
  if (me.isPending) return <Skeleton height={320} radius="md" aria-busy />;
  if (me.isError && me.data === undefined) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  if (me.data?.role === 'admin')
    return (
      <>
        <Can permission={NOTICES.books}>
          <BooksDiffer />
        </Can>
        <Can permission={NOTICES.mail}>
          <MailFailing />
        </Can>
        <Can permission={NOTICES.addresses}>
          <UpcomingNotice />
        </Can>
        {children}
        <StepUpDialog />
      </>
    );
  return (
    <>
      <PageHeader title={words.noPermission} description={words.noPermissionHint} />
      <Button component={Link} to="/dashboard">
        {words.backToDashboard}
      </Button>
    </>
  );
}
