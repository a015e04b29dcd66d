import type { AdminUser } from '@clearbook/contracts/admin';
import type { AdminHold } from '@clearbook/contracts/holds';
import { holdWords } from '@clearbook/contracts/words/holds';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Can } from './can.tsx';
import { HoldActions } from './hold-actions.tsx';
import { PlaceHold } from './place-hold.tsx';
import classes from './manage.module.css';

const { grounds, manage: words } = holdWords;

/** A client's holds, running and past, and what staff can do about them. */
export function HoldsPanel({ user }: { user: AdminUser }) {
  const holds = useQuery(queries.adminHolds(user.id));
  const { data } = holds;
  return (
    <Panel
      title={words.title}
      actions={
        data === undefined ? null : (
          <Can permission="hold.place">
            <PlaceHold
              user={user}
              now={data.as_of}
              takesTwo={data.placing_takes_two}
              running={data.data.some(({ running }) => running)}
            />
          </Can>
        )
      }
    >
      <p className={classes.holdFact}>{words.text}</p>
      {data === undefined ? (
        holds.isPending ? (
          <Skeleton height={40} mt="xs" aria-busy />
        ) : (
          <ErrorState error={holds.error} onRetry={() => void holds.refetch()} />
        )
      ) : data.data.length === 0 ? (
        <p className={classes.holdNone}>{words.none}</p>
      ) : (
        <ul className={classes.holds}>
          {data.data.map((hold) => (
            <li key={hold.id}>
              <OneHold hold={hold} now={data.as_of} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function OneHold({ hold, now }: { hold: AdminHold; now: string }) {
  const state = hold.running ? 'running' : hold.lifted === null ? 'ended' : 'lifted';
  const { renewed, lifted } = hold;
  return (
    <>
      <p className={classes.holdHead}>
        <strong>{grounds[hold.code].title}</strong>
        <span className={classes.wrap}>{hold.reference}</span>
        <StatusBadge status={hold.running ? 'pending' : 'closed'} label={words.states[state]} />
      </p>
      {lifted === null ? (
        <p>{hold.running ? words.endsAt(formatDateTime(hold.ends_at)) : words.endedAt(formatDateTime(hold.ends_at))}</p>
      ) : (
        <p className={classes.wrap}>
          {words.liftedBy(lifted.by_email, formatDateTime(lifted.at))}
          {lifted.reason === '' ? null : `: ${lifted.reason}`}
        </p>
      )}
      {renewed === null ? null : (
        <p className={classes.holdFact}>{words.renewedBy(renewed.by_email, formatDateTime(renewed.at))}</p>
      )}
      <p className={classes.holdFact}>
        {hold.automatic
          ? words.automatic(formatDateTime(hold.placed_at))
          : words.placedBy(hold.placed_by_email, formatDateTime(hold.placed_at))}
      </p>
      {hold.running ? <HoldActions hold={hold} now={now} /> : null}
    </>
  );
}
