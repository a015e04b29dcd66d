import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { useNavigate } from 'react-router';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { WithdrawalStatus, withdrawalMethodLabel } from '../withdrawals/index.ts';
import { AdminTable } from './admin-table.tsx';
import { ageOf } from './age.ts';
import { pick } from './states.ts';
import { EmailLink } from './email-link.tsx';

const { withdrawals } = words;

const columns: readonly Column<AdminWithdrawal>[] = [
  {
    key: 'email',
    header: withdrawals.columns.email,
    render: (row) => <EmailLink to={`/withdrawal/${row.id}`} email={row.user_email} />,
  },
  { key: 'amount', header: withdrawals.columns.amount, align: 'end', render: (row) => <Amount value={row.amount} /> },
  { key: 'net', header: withdrawals.columns.net, align: 'end', render: (row) => <Amount value={row.net} /> },
  { key: 'method', header: withdrawals.columns.method, render: (row) => withdrawalMethodLabel(row.method) },
  { key: 'date', header: withdrawals.columns.date, render: (row) => formatDateTime(row.created_at) },
  {
    key: 'age',
    header: withdrawals.columns.age,
    render: (row) => (row.waiting_since === null ? NO_VALUE : ageOf(row.waiting_since)),
  },
  { key: 'status', header: withdrawals.columns.status, render: (row) => <WithdrawalStatus withdrawal={row} /> },
];

const states = pick('pending', 'overdue', 'approved', 'rejected', 'cancelled', 'returned', 'lapsed', 'awaiting_code');

/** Five a page, as the specification says. */
export function WithdrawalsTab() {
  const navigate = useNavigate();
  return (
    <AdminTable
      label={words.tabs.withdrawals}
      query={queries.adminWithdrawals}
      pageSize={ADMIN_PAGE_SIZES.withdrawals}
      states={states}
      file="/admin/withdrawals.csv"
      columns={columns}
      rowKey={(row) => row.id}
      onRow={(row) => void navigate(`/withdrawal/${row.id}`)}
      empty={{ title: withdrawals.empty, text: withdrawals.emptyHint }}
    />
  );
}
