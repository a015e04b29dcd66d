import type { Reply } from '@clearbook/contracts';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ManualBadge } from '../../ui/manual-badge.tsx';
import { eventLabel } from './event-words.ts';
import classes from './manage.module.css';

type Entry = Reply<'GET /admin/users/:id/entries'>['data'][number];
const { user: text } = words;

const columns: readonly Column<Entry>[] = [
  { key: 'number', header: text.entryColumns.number, align: 'end', render: (row) => row.number },
  { key: 'at', header: text.entryColumns.at, render: (row) => formatDateTime(row.at) },
  {
    key: 'event',
    header: text.entryColumns.event,
    render: (row) => (
      <Group gap="xs" component="span">
        {eventLabel(row.event)}
        {row.event === 'adjustment' ? <ManualBadge /> : null}
      </Group>
    ),
  },
  {
    key: 'change',
    header: text.entryColumns.change,
    align: 'end',
    render: (row) => <Amount value={row.change} trend />,
  },
  {
    key: 'reason',
    long: true,
    header: text.entryColumns.reason,
    render: (row) => <span className={classes.wrap}>{row.reason ?? NO_VALUE}</span>,
  },
];

/** Every movement of this client's money, the newest first. */
export function EntriesPanel({ userId }: { userId: string }) {
  const entries = useQuery(queries.adminUserEntries(userId));
  return (
    <Panel title={text.entries} flush>
      <DataTable
        label={text.entries}
        columns={columns}
        rows={entries.data}
        rowKey={(row) => row.number}
        error={entries.error}
        onRetry={() => void entries.refetch()}
        empty={{ title: text.entriesEmpty, text: text.entriesEmptyHint }}
        pageSize={10}
      />
    </Panel>
  );
}
