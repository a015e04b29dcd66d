import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './loans.module.css';

export type Day = { day: string; interest: string; owed: string };

const columns: readonly Column<Day>[] = [
  {
    key: 'day',
    header: words.schedule.columns.day,
    render: (row) => <span className={classes.short}>{row.day}</span>,
  },
  {
    key: 'interest',
    header: words.schedule.columns.interest,
    align: 'end',
    render: (row) => <Amount value={row.interest} />,
  },
  { key: 'owed', header: words.schedule.columns.owed, align: 'end', render: (row) => <Amount value={row.owed} /> },
];

/** Day by day what is to come. Its end is said right away; the days are there for whoever wants them. */
export function Schedule({ days }: { days: readonly Day[] }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const last = days.at(-1);
  return (
    <Panel
      title={words.schedule.title}
      className={classes.schedule}
      flush
      actions={
        <Button
          variant="default"
          size="xs"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown((now) => !now)}
        >
          {shown ? words.schedule.hide : words.schedule.show}
        </Button>
      }
    >
      <p className={classes.scheduleText}>
        {last === undefined ? words.schedule.emptyText : words.schedule.ends(last.day, formatUsd(last.owed))}{' '}
        {words.schedule.text}
      </p>
      <div id={id}>
        {shown ? (
          <DataTable
            label={words.schedule.title}
            columns={columns}
            rows={days}
            rowKey={(row) => row.day}
            empty={{ title: words.schedule.empty, text: words.schedule.emptyText }}
            pageSize={10}
          />
        ) : null}
      </div>
    </Panel>
  );
}
