import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** Says what belongs here and offers the first step. */
export function EmptyState({
  title,
  text,
  action,
  icon,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <span aria-hidden className={classes.icon}>
        {icon ?? <Inbox size={20} />}
      </span>
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  );
}
