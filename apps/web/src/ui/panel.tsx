import clsx from 'clsx';
import type { ReactNode, Ref } from 'react';
import classes from './panel.module.css';

type Props = {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  flush?: boolean;
  ref?: Ref<HTMLElement>;
};

/** A surface with an optional heading. `flush` lets its content reach the edges, as tables want. */
export function Panel({ title, actions, children, className, flush = false, ref }: Props) {
  return (
    <section ref={ref} className={clsx(classes.panel, className)} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.head}>
          {title !== undefined && <h2 className={classes.title}>{title}</h2>}
          {actions}
        </div>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
