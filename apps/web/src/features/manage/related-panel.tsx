import type { RelatedClient } from '@clearbook/contracts/relations';
import { relationWords } from '@clearbook/contracts/words/relations';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { emailColumn } from './columns.tsx';

const { related: words } = relationWords;
const SHOWN_AT_ONCE = 10;

const COLUMNS: readonly Column<RelatedClient>[] = [
  emailColumn(
    words.client,
    ({ id }) => `/user/${id}`,
    ({ email }) => email,
  ),
  { key: 'name', header: words.name, render: ({ fullname }) => <span dir="auto">{fullname}</span> },
  {
    key: 'shares',
    header: words.shares,
    render: ({ shares }) =>
      shares.map(({ kind, count, since }) => (
        <div key={kind}>{words.since(words.kinds[kind](count), formatDateTime(since))}</div>
      )),
  },
];

/** Clients who have something in common with this one. */
export function RelatedPanel({ userId }: { userId: string }) {
  const related = useQuery(queries.adminRelated(userId));
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.intro}
      </Text>
      <DataTable
        label={words.title}
        columns={COLUMNS}
        rows={related.data?.data}
        rowKey={({ id }) => id}
        pageSize={SHOWN_AT_ONCE}
        error={related.error}
        onRetry={() => void related.refetch()}
        empty={{ title: words.none }}
      />
    </Panel>
  );
}
