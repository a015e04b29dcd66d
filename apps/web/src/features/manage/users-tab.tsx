import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { formatDate } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { adminTable } from './admin-table.tsx';
import { emailColumn, moneyColumn } from './columns.tsx';
import classes from './manage.module.css';

const { users } = words;
const statusWord = { active: users.active, suspended: users.blocked, closed: users.closed };

const columns: readonly Column<AdminUser>[] = [
  emailColumn(
    users.columns.email,
    (row) => `/user/${row.id}`,
    (row) => row.email,
  ),
  {
    key: 'name',
    header: users.columns.name,
    render: (row) => (
      <span className={classes.person}>
        <PersonPicture id={row.id} name={row.fullname} src={row.picture} size={28} />
        <span className={classes.name} title={row.fullname} dir="auto">
          {row.fullname}
        </span>
      </span>
    ),
  },
  moneyColumn('balance', users.columns.balance, (row) => row.total_balance),
  { key: 'date', header: users.columns.joined, render: (row) => formatDate(row.created_at) },
  {
    key: 'status',
    header: users.columns.status,
    render: (row) => <StatusBadge status={row.status} label={statusWord[row.status]} />,
  },
];

export const usersTable = adminTable({
  name: 'users',
  label: words.tabs.users,
  query: queries.adminUsers,
  pageSize: ADMIN_PAGE_SIZES.users,
  states: statusWord,
  file: '/admin/users.csv',
  fileNeeds: 'client.export',
  columns,
  rowKey: (row) => row.id,
  empty: { title: users.empty, text: users.emptyHint },
  to: (row) => `/user/${row.id}`,
});
