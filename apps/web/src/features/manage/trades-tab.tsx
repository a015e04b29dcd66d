import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminTrade } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime, formatLots } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ManualBadge } from '../../ui/manual-badge.tsx';
import { Price } from '../../ui/price.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AdminTable } from './admin-table.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { EmailLink } from './email-link.tsx';

const { trades } = words;

const columns: readonly Column<AdminTrade>[] = [
  {
    key: 'email',
    header: trades.columns.email,
    render: (row) => <EmailLink to={`/user/${row.user_id}`} email={row.user_email} />,
  },
  { key: 'asset', header: trades.columns.asset, render: (row) => row.symbol },
  { key: 'side', header: trades.columns.side, render: (row) => (row.side === 'buy' ? trades.buy : trades.sell) },
  { key: 'lots', header: trades.columns.lots, align: 'end', render: (row) => formatLots(row.lots) },
  { key: 'amount', header: trades.columns.amount, align: 'end', render: (row) => <Amount value={row.amount} /> },
  { key: 'entry', header: trades.columns.entry, align: 'end', render: (row) => <Price value={row.entry_price} /> },
  {
    key: 'result',
    header: trades.columns.result,
    align: 'end',
    render: (row) => (row.realized_pl === null ? trades.pending : <Amount value={row.realized_pl} trend />),
  },
  { key: 'date', header: trades.columns.date, render: (row) => formatDateTime(row.opened_at) },
  {
    key: 'status',
    header: trades.columns.status,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <StatusBadge status={row.status} label={statusLabel(row.status)} />
        {row.manual === null ? null : <ManualBadge reason={row.manual.reason} />}
      </Group>
    ),
  },
];

export function TradesTab() {
  const [settling, setSettling] = useState<AdminTrade | null>(null);
  const withAction: readonly Column<AdminTrade>[] = [
    ...columns,
    {
      key: 'action',
      header: trades.columns.action,
      hiddenHeader: true,
      align: 'end',
      render: (row) =>
        row.status === 'active' ? (
          <Button variant="default" size="compact-sm" onClick={() => setSettling(row)}>
            {words.settle.open}
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <AdminTable
        label={words.tabs.trades}
        query={queries.adminTrades}
        pageSize={ADMIN_PAGE_SIZES.trades}
        columns={withAction}
        states={{ active: trades.running, closed: trades.closed }}
        file="/admin/trades.csv"
        onRow={(row) => row.status === 'active' && setSettling(row)}
        rowKey={(row) => row.id}
        empty={{ title: trades.empty, text: trades.emptyHint }}
      />
      <SettleDialog trade={settling} onClose={() => setSettling(null)} />
    </>
  );
}

function statusLabel(status: AdminTrade['status']): string {
  return status === 'active' ? trades.running : trades.closed;
}
