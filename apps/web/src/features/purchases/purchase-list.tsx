import type { PurchaseWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';

const PAGE_SIZE = 5;
const { columns: words } = planWords;

const columns: readonly Column<PurchaseWire>[] = [
  { key: 'date', header: words.date, render: (row) => formatDateTime(row.at) },
  { key: 'what', header: words.what, render: (row) => row.name },
  { key: 'price', header: words.price, align: 'end', render: (row) => <Amount value={row.price} /> },
  {
    key: 'receipt',
    header: words.receipt,
    align: 'end',
    render: (row) => (
      <Anchor component={Link} to={`/receipts/${row.id}`} size="sm">
        {row.receipt}
      </Anchor>
    ),
  },
];

/** What was bought of one kind, each with its receipt. */
export function PurchaseList({
  kind,
  title,
  empty,
}: {
  kind: PurchaseWire['kind'];
  title: string;
  empty: { title: string; text: string };
}) {
  const { data, error, refetch } = useQuery(queries.purchases());
  return (
    <Panel title={title} flush>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.filter((row) => row.kind === kind)}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        empty={empty}
        pageSize={PAGE_SIZE}
      />
    </Panel>
  );
}
