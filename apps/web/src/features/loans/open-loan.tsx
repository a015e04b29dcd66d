import type { Loan, LoanMovement } from '@clearbook/contracts/loans';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoanBadge } from './loan-badge.tsx';
import { RepayForm } from './repay-form.tsx';
import { Schedule } from './schedule.tsx';
import classes from './loans.module.css';

/** The loan that waits for its decision or is owed, with everything that can be done about it. */
export function OpenLoan({ loan }: { loan: Loan }) {
  return loan.status === 'pending' ? <Waiting loan={loan} /> : <Running loan={loan} />;
}

function Waiting({ loan }: { loan: Loan }) {
  return (
    <Panel title={words.open.pendingTitle} actions={<LoanBadge status={loan.status} />}>
      <p className={classes.sum}>{formatUsd(loan.amount.amount)}</p>
      <p className={classes.note}>
        {words.level(loan.level)} · {words.days(loan.term_days)} · {formatDateTime(loan.created_at)}
      </p>
      <p>{words.open.pending}</p>
    </Panel>
  );
}

function Running({ loan }: { loan: Loan }) {
  const detail = useQuery(queries.loan(loan.id));
  return (
    <>
      {loan.called_at === null ? null : (
        <Alert role="alert" color="loss" variant="light" styles={{ message: { color: 'var(--danger)' } }}>
          {words.open.called}
        </Alert>
      )}
      <div className={classes.running}>
        <Panel title={words.open.title} actions={<LoanBadge status={loan.status} />}>
          <dl className={classes.owed}>
            <dt>{words.open.owed}</dt>
            <dd>
              <Amount value={loan.owed.amount} live />
            </dd>
          </dl>
          <Bill loan={loan} />
        </Panel>
        <RepayForm loan={loan} />
      </div>
      {detail.data === undefined ? (
        detail.error === null ? (
          <Skeleton height={160} radius="md" />
        ) : (
          <Panel>
            <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
          </Panel>
        )
      ) : (
        <>
          <Schedule
            days={detail.data.schedule.map(({ day, interest, owed }) => ({
              day: formatDay(day),
              interest: interest.amount,
              owed: owed.amount,
            }))}
          />
          <Panel flush title={words.movements.title}>
            <DataTable
              label={words.movements.title}
              columns={movementColumns}
              rows={detail.data.movements}
              rowKey={(row) => row.entry_number}
              empty={{ title: words.movements.empty, text: words.movements.emptyText }}
              pageSize={5}
            />
          </Panel>
        </>
      )}
      <Panel title={words.open.rules}>
        <ul className={classes.rules}>
          {words.open.ruleList.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** What is owed, line by line. */
function Bill({ loan }: { loan: Loan }) {
  return (
    <dl className={classes.bill}>
      <div>
        <dt>{words.open.principal}</dt>
        <dd>{formatUsd(loan.principal.amount)}</dd>
      </div>
      <div>
        <dt>{words.open.interest}</dt>
        <dd>{formatUsd(loan.interest.amount)}</dd>
      </div>
      <div>
        <dt>{words.perDay}</dt>
        <dd>{formatUsd(loan.interest_per_day.amount)}</dd>
      </div>
      <div>
        <dt>{words.open.repaid}</dt>
        <dd>{formatUsd(loan.repaid.amount)}</dd>
      </div>
      {loan.due_on === null ? null : (
        <div>
          <dt>{words.open.due}</dt>
          <dd>{words.open.dueValue(formatDay(loan.due_on))}</dd>
        </div>
      )}
      <div data-total>
        <dt>{words.open.total}</dt>
        <dd>{formatUsd(loan.total_to_repay.amount)}</dd>
      </div>
    </dl>
  );
}

const movementColumns: readonly Column<LoanMovement>[] = [
  {
    key: 'date',
    header: words.movements.columns.date,
    render: (row) => <span className={classes.short}>{formatDateTime(row.at)}</span>,
  },
  { key: 'event', header: words.movements.columns.event, render: (row) => words.movements.events[row.event] },
  {
    key: 'amount',
    header: words.movements.columns.amount,
    align: 'end',
    render: (row) => <Amount value={row.amount} />,
  },
];

/** A UTC day is the same day for every reader: noon of it is in no time zone another one's date, but for the far Pacific. */
function formatDay(day: string): string {
  return formatDate(`${day}T12:00:00.000Z`);
}
