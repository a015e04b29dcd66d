import clsx from 'clsx';
import type { ReactNode } from 'react';
import classes from './transparency.module.css';

/** One question that anybody might ask about the books, and its answer. */
export function Question({ title, children, bad = false }: { title: string; children: ReactNode; bad?: boolean }) {
  return (
    <section className={clsx(classes.question, bad && classes.bad)} aria-label={title}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
