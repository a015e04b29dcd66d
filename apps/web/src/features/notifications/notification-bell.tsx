import { UNREAD_COUNTED_MAX } from '@clearbook/contracts/notifications';
import { notificationWords as words } from '@clearbook/contracts/words/notifications';
import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { later } from '../../lib/part.ts';
import { queries } from '../../lib/queries.ts';
import classes from './notifications.module.css';

const NewestDrawer = later(() => import('./newest-drawer.tsx'));

/** How many there are to read, on every page, and the newest of them beside it. The socket keeps it up to date. */
export function NotificationBell() {
  const newest = useQuery(queries.newestNotifications());
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const unread = newest.data?.unread ?? 0;
  const many = unread >= UNREAD_COUNTED_MAX;
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
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <Bell size={20} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {many ? words.many : unread}
          </span>
        )}
      </ActionIcon>
      {asked && (
        <Suspense fallback={null}>
          <NewestDrawer opened={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
