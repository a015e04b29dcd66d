import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminDeposit } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { useNavigate } from 'react-router';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DepositStatus, methodLabel } from '../deposits/index.ts';
import { AdminTable } from './admin-table.tsx';
import { ageOf } from './age.ts';
import { pick } from './states.ts';
import { EmailLink } from './email-link.tsx';

const { deposits } = words;

const columns: readonly Column<AdminDeposit>[] = [
  {
    key: 'email',
    header: deposits.columns.email,
    render: (row) => <EmailLink to={`/deposit/${row.id}`} email={row.user_email} />,
  },
  { key: 'amount', header: deposits.columns.amount, align: 'end', render: (row) => <Amount value={row.amount} /> },
  { key: 'method', header: deposits.columns.method, render: (row) => methodLabel(row.method) },
  { key: 'date', header: deposits.columns.date, render: (row) => formatDateTime(row.created_at) },
  {
    key: 'age',
    header: deposits.columns.age,
    render: (row) => (row.waiting_since === null ? NO_VALUE : ageOf(row.waiting_since)),
  },
  { key: 'status', header: deposits.columns.status, render: (row) => <DepositStatus deposit={row} /> },
];

const states = pick('pending', 'approved', 'rejected', 'awaiting_payment');

export function DepositsTab() {
  const navigate = useNavigate();
  return (
    <AdminTable
      label={words.tabs.deposit}
      query={queries.adminDeposits}
      pageSize={ADMIN_PAGE_SIZES.deposits}
      states={states}
      file="/admin/deposits.csv"
      columns={columns}
      rowKey={(row) => row.id}
      onRow={(row) => void navigate(`/deposit/${row.id}`)}
      empty={{ title: deposits.empty, text: deposits.emptyHint }}
    />
  );
}
