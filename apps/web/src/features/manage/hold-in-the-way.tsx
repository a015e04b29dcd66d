import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import type { AdminHold } from '@clearbook/contracts/holds';
import { holdWords } from '@clearbook/contracts/words/holds';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { queries } from '../../lib/queries.ts';
import classes from './manage.module.css';

const { grounds, manage: words } = holdWords;

/** The running hold that ends last, of the client of a withdrawal that waits; undefined while it is read, null where none runs or it can't be read. */
export function useRunningHold({ user_id: userId, status }: AdminWithdrawal): AdminHold | null | undefined {
  const holds = useQuery({ ...queries.adminHolds(userId), enabled: status === 'pending' });
  if (isUnanswered(holds)) return undefined;
  let last: AdminHold | null = null;
  for (const hold of holds.data?.data ?? [])
    if (hold.running && (last === null || hold.ends_at > last.ends_at)) last = hold;
  return last;
}

/** Why this withdrawal cannot be approved now. */
export function HoldInTheWay({ hold, userId }: { hold: AdminHold; userId: string }) {
  return (
    <Alert color="ink" mt="md" role="status" title={words.inTheWay(formatDateTime(hold.ends_at))}>
      <span className={classes.wrap}>
        {grounds[hold.code].title}. {words.reference}: {hold.reference}.
      </span>{' '}
      {words.inTheWayText}{' '}
      <Link className={classes.full} to={`/user/${userId}`}>
        {words.see}
      </Link>
    </Alert>
  );
}
