import { Alert, Button, Group } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { shellWords } from '@clearbook/contracts/words/shell';
import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { firstQueries } from '../../lib/first-queries.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Contact } from '../../ui/mode-banner.tsx';
import classes from './dashboard.module.css';

/** A suspended client reads why and since when, and keeps the way to their own money. */
export function InactiveNotice({ me }: { me: Me }) {
  const contact = useQuery(firstQueries.publicSettings()).data?.contact_email;
  return (
    <Alert color="loss" role="alert" mb="lg" styles={{ message: { color: 'inherit' } }}>
      <p className={classes.inactive}>{messages.account.inactive}</p>
      <p className={classes.inactiveStill}>
        {contact === null ? shellWords.noContact : contact !== undefined && <Contact email={contact} />}
      </p>
      {me.suspended !== null && (
        <dl className={classes.small}>
          <div>
            <dt>{shellWords.inactiveReason}</dt>
            <dd>{me.suspended.reason}</dd>
          </div>
          <div>
            <dt>{shellWords.inactiveSince}</dt>
            <dd>{formatDateTime(me.suspended.since)}</dd>
          </div>
        </dl>
      )}
      <p className={classes.inactiveStill}>{shellWords.inactiveStill}</p>
      <Group gap="xs" mt="sm">
        <Button component={Link} to="/select-withdrawal">
          {words.withdraw}
        </Button>
        <Button component={Link} to="/withdrawals" variant="default">
          {shellWords.nav.withdrawals}
        </Button>
        <Button component={Link} to="/deposit-history" variant="default">
          {shellWords.nav.deposits}
        </Button>
        <Button component={Link} to="/statement" variant="default">
          {shellWords.nav.statement}
        </Button>
      </Group>
    </Alert>
  );
}
