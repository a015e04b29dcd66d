import type { AdminTrade } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { formatDateTime, formatLots } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Price } from '../../ui/price.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AdminTable } from './admin-table.tsx';
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
      <StatusBadge status={row.status} label={row.status === 'active' ? trades.running : trades.closed} />
    ),
  },
];

export function TradesTab() {
  return (
    <AdminTable
      label={words.tabs.trades}
      query={queries.adminTrades}
      pageSize={10}
      columns={columns}
      rowKey={(row) => row.id}
      empty={{ title: trades.empty, text: trades.emptyHint }}
    />
  );
}
