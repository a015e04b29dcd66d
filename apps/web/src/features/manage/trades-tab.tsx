import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminTrade } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { displaySymbol } from '@clearbook/domain/market';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { formatLots } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ManualBadge } from '../../ui/manual-badge.tsx';
import { Price } from '../../ui/price.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AdminTable, adminTable } from './admin-table.tsx';
import { Can } from './can.tsx';
import { useCan } from './use-can.ts';
import { emailColumn, moneyColumn, timeColumn } from './columns.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const { trades } = words;

const columns: readonly Column<AdminTrade>[] = [
  emailColumn(
    trades.columns.email,
    (row) => `/user/${row.user_id}`,
    (row) => row.user_email,
  ),
  { key: 'asset', header: trades.columns.asset, render: (row) => displaySymbol(row.symbol) },
  { key: 'side', header: trades.columns.side, render: (row) => (row.side === 'buy' ? trades.buy : trades.sell) },
  { key: 'lots', header: trades.columns.lots, align: 'end', render: (row) => formatLots(row.lots) },
  moneyColumn('amount', trades.columns.amount, (row) => row.amount),
  { key: 'entry', header: trades.columns.entry, align: 'end', render: (row) => <Price value={row.entry_price} /> },
  {
    key: 'result',
    header: trades.columns.result,
    align: 'end',
    render: (row) => (row.realized_pl === null ? trades.pending : <Amount value={row.realized_pl} trend />),
  },
  timeColumn(trades.columns.date, (row) => row.opened_at),
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

const tradesTable = adminTable({
  name: 'trades',
  label: words.tabs.trades,
  query: queries.adminTrades,
  pageSize: ADMIN_PAGE_SIZES.trades,
  columns,
  states: { active: trades.running, closed: trades.closed },
  file: '/admin/trades.csv',
  rowKey: (row) => row.id,
  empty: { title: trades.empty, text: trades.emptyHint },
});

export function TradesTab() {
  const can = useCan();
  const [settling, setSettling] = useState<AdminTrade | null>(null);
  const actions: Column<AdminTrade> = {
    key: 'action',
    header: trades.columns.action,
    hiddenHeader: true,
    align: 'end',
    render: (row) =>
      row.status === 'active' ? (
        <Can permission="trade.settle">
          <Button variant="default" size="compact-sm" onClick={() => setSettling(row)}>
            {words.settle.open}
          </Button>
        </Can>
      ) : null,
  };
  return (
    <>
      <AdminTable
        table={tradesTable}
        actions={actions}
        onRow={(row) => can('trade.settle') && row.status === 'active' && setSettling(row)}
      />
      <SettleDialog trade={settling} onClose={() => setSettling(null)} />
    </>
  );
}

function statusLabel(status: AdminTrade['status']): string {
  return status === 'active' ? trades.running : trades.closed;
}
