import type { FraudSignal, FraudSignals, FraudSubject } from '@clearbook/contracts/fraud';
import { fraudWords as words } from '@clearbook/contracts/words/fraud';
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { dismissSignal } from './decisions.ts';
import manage from './manage.module.css';
import classes from './fraud-signals.module.css';

type Of = { what: FraudSubject; id: string };
type Record = FraudSignal['records'][number];

/** What looks like fraud, beside the decision. It decides nothing. What was dismissed stays, below the rest. */
export function Signals({ of, query }: { of: Of; query: UseQueryResult<FraudSignals> }) {
  const { data } = query;
  return (
    <Panel title={words.title} className={manage.across}>
      {data === undefined ? (
        query.isPending ? (
          <Skeleton height={40} aria-busy />
        ) : (
          <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : data.signals.length === 0 ? (
        <p className={classes.quiet}>{words.none}</p>
      ) : (
        <>
          <p className={classes.quiet}>{words.intro}</p>
          <ul className={classes.list}>
            {data.signals
              .toSorted((a, b) => Number(a.dismissed !== null) - Number(b.dismissed !== null))
              .map((signal) => (
                <OneSignal key={`${signal.kind} ${signal.digest}`} of={of} signal={signal} />
              ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** So many show without a click: the decision is below them. */
const FEW = 5;
const ICONS = { serious: TriangleAlert, look: CircleAlert, note: Info };

function OneSignal({ of, signal }: { of: Of; signal: FraudSignal }) {
  const [asking, setAsking] = useState(false);
  const { kind, severity, text, dismissed } = signal;
  const Icon = ICONS[severity];
  const name = words.kinds[kind];
  // Several rules may hold: their buttons are told apart by what each says.
  const named = kind === 'rule' ? text : name;
  return (
    <li className={clsx(classes.signal, dismissed === null && classes[severity])}>
      <Icon aria-hidden size={18} className={classes.icon} />
      <div className={classes.said}>
        <p className={classes.head}>
          <strong>{name}</strong>
          <span className={classes.severity}>{words.severities[severity]}</span>
          <span className={classes.quiet}>{words.since(formatDateTime(signal.since))}</span>
        </p>
        <p>{text}</p>
        <Records of={signal.records.slice(0, FEW)} />
        {signal.records.length > FEW ? (
          <details>
            <summary>{words.more(signal.records.length - FEW)}</summary>
            <Records of={signal.records.slice(FEW)} />
          </details>
        ) : null}
        {dismissed === null ? null : (
          <p className={classes.dismissed}>
            {words.dismissed(dismissed.by_email, formatDateTime(dismissed.at))}
            <br />
            {dismissed.reason}
          </p>
        )}
      </div>
      {dismissed === null ? (
        <Can permission="signal.dismiss">
          <Button size="xs" variant="default" aria-label={words.dismissOf(named)} onClick={() => setAsking(true)}>
            {words.dismiss}
          </Button>
        </Can>
      ) : null}
      <DecisionDialog
        decision={dismissSignal}
        of={{ ...of, signal }}
        opened={asking}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function Records({ of: records }: { of: readonly Record[] }) {
  if (records.length === 0) return null;
  return (
    <p className={classes.records}>
      {records.map((record) => (
        <RecordLink key={`${record.user_id} ${record.id ?? ''}`} record={record} />
      ))}
    </p>
  );
}

const PAGES = { deposit: '/deposit', withdrawal: '/withdrawal', verification: '/admin/verifications' };

/** The record that it is about, or the person where it was for none that is left. */
function RecordLink({ record: { what, id, user_id: userId, user_email: email } }: { record: Record }) {
  return (
    <Link to={id === null ? `/user/${userId}` : `${PAGES[what]}/${id}`}>
      {id === null ? email : words.recordOf(words.records[what], email)}
    </Link>
  );
}
