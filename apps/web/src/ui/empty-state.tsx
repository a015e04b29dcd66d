import type { ReactNode } from 'react';
import classes from './states.module.css';

/** Nothing here yet; nothing that was looked for; nothing that waits for anybody. */
type Kind = 'nothing' | 'search' | 'waiting';

type Props = { title: string; text?: string; action?: ReactNode; kind?: Kind };

/** Says what belongs here and offers the first step. */
export function EmptyState({ title, text, action, kind = 'nothing' }: Props) {
  return (
    <div className={classes.state}>
      <svg className={classes.drawing} viewBox="0 0 96 64" focusable="false" aria-hidden>
        {DRAWINGS[kind]}
      </svg>
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  );
}

const DRAWINGS: Readonly<Record<Kind, ReactNode>> = {
  // A page on others, with a place for the first line.
  nothing: (
    <>
      <path d="M24 14h48M30 7h36" />
      <rect x="18" y="21" width="60" height="36" rx="6" />
      <path d="M42 46h26" />
      <path className={classes.accent} d="M42 36h16M30 31v10M25 36h10" />
    </>
  ),
  // Lines under a glass, none of which is the one.
  search: (
    <>
      <path d="M12 18h20M12 32h14M12 46h22M72 18h12M78 32h6M74 46h10" />
      <circle cx="51" cy="29" r="18" />
      <path d="m64 42 14 15" />
      <path className={classes.accent} d="M44 29h14" />
    </>
  ),
  // An empty tray, and what is done.
  waiting: (
    <>
      <path d="M16 40v10a6 6 0 0 0 6 6h52a6 6 0 0 0 6-6V40" />
      <path d="M16 40h18l5 7h18l5-7h18M22 30l-6 10M74 30l6 10" />
      <circle className={classes.accent} cx="48" cy="21" r="14" />
      <path className={classes.accent} d="m42 21 4.5 4.5L55 17" />
    </>
  ),
};
