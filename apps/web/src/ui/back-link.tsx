import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import classes from './back-link.module.css';

/** Leads one level up, above a page's heading. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.link}>
      <ArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}
