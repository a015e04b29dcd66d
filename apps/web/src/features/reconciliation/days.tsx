import type { DayClose } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { STATE_TONES, Who } from './day-parts.tsx';
import { OneDay } from './one-day.tsx';
import classes from './reconciliation.module.css';

/** Days that can be closed and those that are, or the one that the address names. */
export function Days() {
  const [search] = useSearchParams();
  const day = search.get('day');
  return day === null ? <AllDays /> : <OneDay key={day} day={day} />;
}

function AllDays() {
  const { data, error, refetch } = useQuery(queries.dayCloses());
  const shared = { columns: COLUMNS, rowKey: ({ day }: DayClose) => day, error, onRetry: () => void refetch() };
  return (
    <div className={classes.days}>
      <Panel title={words.openDays} flush>
        <DataTable label={words.openDays} rows={data?.open} empty={{ title: words.noOpenDays }} {...shared} />
      </Panel>
      <Panel title={words.closedDays} flush>
        <DataTable
          label={words.closedDays}
          rows={data?.closed}
          empty={{ title: words.noClosedDays }}
          pageSize={14}
          {...shared}
        />
      </Panel>
    </div>
  );
}

const COLUMNS: readonly Column<DayClose>[] = [
  {
    key: 'day',
    header: words.day,
    render: ({ day }) => (
      <Anchor component={Link} to={`/reconciliation?tab=days&day=${day}`} aria-label={words.openDay(day)}>
        {day}
      </Anchor>
    ),
  },
  {
    key: 'state',
    header: words.state,
    render: ({ state }) => <StatusBadge status={STATE_TONES[state]} label={words.dayStates[state]} />,
  },
  {
    key: 'prepared',
    header: words.preparedBy,
    render: ({ prepared_by, prepared_at }) => <Who email={prepared_by} at={prepared_at} />,
  },
  {
    key: 'signed',
    header: words.signedBy,
    render: ({ signed_by, signed_at }) => <Who email={signed_by} at={signed_at} />,
  },
];
