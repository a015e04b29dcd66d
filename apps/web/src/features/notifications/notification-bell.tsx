import { UNREAD_COUNTED_MAX } from '@clearbook/contracts/notifications';
import { notificationWords as words } from '@clearbook/contracts/words/notifications';
import { uiWords } from '@clearbook/contracts/words/ui';
import { ActionIcon, Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useRead } from './use-read.ts';
import classes from './notifications.module.css';

/** How many there are to read, on every page, and the newest of them beside it. The socket keeps it up to date. */
export function NotificationBell() {
  const newest = useQuery(queries.newestNotifications());
  const [open, setOpen] = useState(false);
  const { read, pending } = useRead();
  const close = () => setOpen(false);
  const unread = newest.data?.unread ?? 0;
  const many = unread >= UNREAD_COUNTED_MAX;
  const [first] = newest.data?.data ?? [];
  return (
    <>
      <ActionIcon
        className={classes.bell ?? ''}
        variant="subtle"
        color="gray"
        c="var(--text)"
        size={40}
        aria-label={many ? words.bellMany : words.bell(unread)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Bell size={20} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {many ? words.many : unread}
          </span>
        )}
      </ActionIcon>
      <Drawer
        opened={open}
        onClose={close}
        position="right"
        size="md"
        title={words.title}
        closeButtonProps={{ 'aria-label': uiWords.close }}
      >
        {newest.isPending ? <Skeleton height={240} aria-busy /> : null}
        {newest.isError && newest.data === undefined ? (
          <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />
        ) : null}
        {newest.data?.data.length === 0 ? <EmptyState title={words.empty} text={words.emptyText} /> : null}
        {newest.data === undefined || first === undefined ? null : (
          <>
            <ul className={classes.list} aria-label={words.title}>
              {newest.data.data.map((one) => (
                <NotificationItem key={one.id} notification={one} onRead={read} onFollow={close} />
              ))}
            </ul>
            <div className={classes.actions}>
              <Button component={Link} to="/notifications" variant="default" onClick={close}>
                {words.all}
              </Button>
              <Button variant="subtle" disabled={unread === 0} loading={pending} onClick={() => read(first.id, true)}>
                {words.markAll}
              </Button>
            </div>
          </>
        )}
      </Drawer>
    </>
  );
}
