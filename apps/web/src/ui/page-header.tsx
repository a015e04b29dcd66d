import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTitle } from '../lib/title.ts';
import classes from './page-header.module.css';

type Props = {
  title: string;
  description?: ReactNode;
  /** The way to the page above this one. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** Said and not shown: a screen whose height belongs to its work. */
  quiet?: boolean;
};

/** The one level-one heading of a page; it also names the page in the browser's title. `actions` stand beside it. */
export function PageHeader({ title, description, back, actions, quiet = false }: Props) {
  useTitle(title);
  return (
    <div className={quiet ? classes.quiet : classes.header}>
      <div className={classes.words}>
        {back !== undefined && (
          <Link to={back.to} className={classes.back}>
            <ArrowLeft size={14} aria-hidden /> {back.label}
          </Link>
        )}
        <h1 className={classes.title}>{title}</h1>
        {description !== undefined && <p className={classes.text}>{description}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
