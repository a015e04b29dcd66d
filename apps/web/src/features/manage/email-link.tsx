import { Link } from 'react-router';
import classes from './manage.module.css';

/** The email of a row, leading to the row's page. Long ones end in dots; the whole one is in the title. */
export function EmailLink({ to, email }: { to: string; email: string }) {
  return (
    <Link to={to} className={classes.email} title={email}>
      {email}
    </Link>
  );
}
