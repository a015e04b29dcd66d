import type { Notification } from '@clearbook/contracts/notifications';
import { notificationWords as words } from '@clearbook/contracts/words/notifications';
import { ActionIcon } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { ManualBadge } from '../../ui/manual-badge.tsx';
import { Glyph } from './glyph.tsx';
import classes from './notifications.module.css';

/** One thing that was told. Its title leads to the thing, and following it counts as having read it. */
export function NotificationItem({
  notification,
  onRead,
  onFollow,
}: {
  notification: Notification;
  onRead: (id: string) => void;
  onFollow?: () => void;
}) {
  const { id, kind, title, text, to, at, read, manual } = notification;
  const follow = () => {
    if (!read) onRead(id);
    onFollow?.();
  };
  return (
    <li className={classes.item} data-unread={!read || undefined}>
      <Glyph kind={kind} />
      <div className={classes.words}>
        <span className={classes.title}>
          {to === null ? (
            title
          ) : (
            <Link to={to} onClick={follow}>
              {title}
            </Link>
          )}
          {manual && <ManualBadge />}
          {!read && <span className={classes.hidden}> ({words.unread})</span>}
        </span>
        <span className={classes.text}>{text}</span>
        <time dateTime={at} className={classes.at}>
          {formatDateTime(at)}
        </time>
      </div>
      {!read && (
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          aria-label={`${words.markOne}: ${title}`}
          onClick={() => onRead(id)}
        >
          <Check size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
