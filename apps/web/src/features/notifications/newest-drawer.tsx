import '../../app/styles-rest.ts';
import { notificationWords as words } from '@clearbook/contracts/words/notifications';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useRead } from './use-read.ts';
import classes from './notifications.module.css';

/** The newest notifications beside the page. Comes in a file of its own when the bell is first pressed. */
export default function NewestDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const newest = useQuery(queries.newestNotifications());
  const { read, pending } = useRead();
  const unread = newest.data?.unread ?? 0;
  const [first] = newest.data?.data ?? [];
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={words.title}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      {newest.isPending ? <Skeleton height={240} aria-busy /> : null}
      {newest.isError && newest.data === undefined ? (
        <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />
      ) : null}
      {newest.data?.data.length === 0 ? <EmptyState kind="waiting" title={words.empty} text={words.emptyText} /> : null}
      {newest.data === undefined || first === undefined ? null : (
        <>
          <ul className={classes.list} aria-label={words.title}>
            {newest.data.data.map((one) => (
              <NotificationItem key={one.id} notification={one} onRead={read} onFollow={onClose} />
            ))}
          </ul>
          <div className={classes.actions}>
            <Button component={Link} to="/notifications" variant="default" onClick={onClose}>
              {words.all}
            </Button>
            <Button variant="subtle" disabled={unread === 0} loading={pending} onClick={() => read(first.id, true)}>
              {words.markAll}
            </Button>
          </div>
        </>
      )}
    </Drawer>
  );
}
