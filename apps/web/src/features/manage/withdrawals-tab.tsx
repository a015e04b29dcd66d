import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { WithdrawalStatus, withdrawalMethodLabel } from '../withdrawals/index.ts';
import { adminTable } from './admin-table.tsx';
import { ageColumn, emailColumn, moneyColumn, timeColumn } from './columns.tsx';
import { pick } from './states.ts';

const { withdrawals } = words;

const columns: readonly Column<AdminWithdrawal>[] = [
  emailColumn(
    withdrawals.columns.email,
    (row) => `/withdrawal/${row.id}`,
    (row) => row.user_email,
  ),
  moneyColumn('amount', withdrawals.columns.amount, (row) => row.amount),
  moneyColumn('net', withdrawals.columns.net, (row) => row.net),
  { key: 'method', header: withdrawals.columns.method, render: (row) => withdrawalMethodLabel(row.method) },
  timeColumn(withdrawals.columns.date, (row) => row.created_at),
  ageColumn(withdrawals.columns.age, (row) => row.waiting_since),
  { key: 'status', header: withdrawals.columns.status, render: (row) => <WithdrawalStatus withdrawal={row} /> },
];

const states = pick('pending', 'overdue', 'approved', 'rejected', 'cancelled', 'returned', 'lapsed', 'awaiting_code');

/** Five a page, as the specification says. */
export const withdrawalsTable = adminTable({
  name: 'withdrawals',
  label: words.tabs.withdrawals,
  query: queries.adminWithdrawals,
  pageSize: ADMIN_PAGE_SIZES.withdrawals,
  states,
  file: '/admin/withdrawals.csv',
  columns,
  rowKey: (row) => row.id,
  empty: { title: withdrawals.empty, text: withdrawals.emptyHint },
  to: (row) => `/withdrawal/${row.id}`,
});
