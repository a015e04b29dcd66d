import { notificationWords as words } from '@clearbook/contracts/words/notifications';
import type { Me } from '@clearbook/contracts';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MailSettings } from './mail-settings.tsx';
import { NotificationItem } from './notification-item.tsx';
import { PushSettings } from './push-settings.tsx';
import { useRead } from './use-read.ts';
import classes from './notifications.module.css';

/** Everything that was told, a page at a time, and what of it is mailed as well. */
export default function NotificationsPage({ me }: { me: Me }) {
  const list = useInfiniteQuery(queries.notifications());
  const { read, pending } = useRead();
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ data }) => data);
  const newest = rows?.[0];
  const unread = pages?.[0]?.unread ?? 0;
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.intro}
        actions={
          <Button
            variant="default"
            leftSection={<CheckCheck size={16} aria-hidden />}
            disabled={newest === undefined || unread === 0}
            loading={pending}
            onClick={() => newest !== undefined && read(newest.id, true)}
          >
            {words.markAll}
          </Button>
        }
      />
      <div className={classes.page}>
        <Panel flush>
          {list.isPending ? <Skeleton width="auto" height={320} m="md" aria-busy /> : null}
          {list.isError && rows === undefined ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : null}
          {rows?.length === 0 ? (
            <EmptyState
              kind="waiting"
              title={words.empty}
              text={words.emptyText}
              action={
                me.role === 'client' ? (
                  <Button component={Link} to="/deposit">
                    {words.emptyAction}
                  </Button>
                ) : undefined
              }
            />
          ) : null}
          {rows === undefined || rows.length === 0 ? null : (
            <ul className={classes.list} aria-label={words.title}>
              {rows.map((one) => (
                <NotificationItem key={one.id} notification={one} onRead={read} />
              ))}
            </ul>
          )}
          {rows !== undefined && list.isFetchNextPageError ? (
            <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} />
          ) : null}
          {list.hasNextPage && !list.isFetchNextPageError ? (
            <div className={classes.more}>
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {words.more}
              </Button>
            </div>
          ) : null}
        </Panel>
        <PushSettings />
        {me.role === 'client' && <MailSettings />}
      </div>
    </>
  );
}
