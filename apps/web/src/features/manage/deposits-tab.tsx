import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminDeposit } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DepositStatus, methodLabel } from '../deposits/index.ts';
import { adminTable } from './admin-table.tsx';
import { ageColumn, emailColumn, moneyColumn, timeColumn } from './columns.tsx';
import { pick } from './states.ts';

const { deposits } = words;

const columns: readonly Column<AdminDeposit>[] = [
  emailColumn(
    deposits.columns.email,
    (row) => `/deposit/${row.id}`,
    (row) => row.user_email,
  ),
  moneyColumn('amount', deposits.columns.amount, (row) => row.amount),
  { key: 'method', header: deposits.columns.method, render: (row) => methodLabel(row.method) },
  timeColumn(deposits.columns.date, (row) => row.created_at),
  ageColumn(deposits.columns.age, (row) => row.waiting_since),
  { key: 'status', header: deposits.columns.status, render: (row) => <DepositStatus deposit={row} /> },
];

const states = pick('pending', 'approved', 'rejected', 'awaiting_payment');

export const depositsTable = adminTable({
  name: 'deposits',
  label: words.tabs.deposit,
  query: queries.adminDeposits,
  pageSize: ADMIN_PAGE_SIZES.deposits,
  states,
  file: '/admin/deposits.csv',
  columns,
  rowKey: (row) => row.id,
  empty: { title: deposits.empty, text: deposits.emptyHint },
  to: (row) => `/deposit/${row.id}`,
});
