import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminVerification } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { identityDateWords } from '@clearbook/contracts/words/identity-dates';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { adminTable } from './admin-table.tsx';
import { ageColumn, emailColumn, timeColumn } from './columns.tsx';
import { Expires } from './identity-dates.tsx';
import { pick } from './states.ts';
import classes from './manage.module.css';

const { verifications: text } = words;

const columns: readonly Column<AdminVerification>[] = [
  emailColumn(
    text.columns.email,
    (row) => `/admin/verifications/${row.id}`,
    (row) => row.user_email,
  ),
  {
    key: 'name',
    header: text.columns.name,
    render: (row) => (
      <span className={classes.name} title={row.user_fullname} dir="auto">
        {row.user_fullname}
      </span>
    ),
  },
  timeColumn(text.columns.date, (row) => row.submitted_at),
  ageColumn(text.columns.age, (row) => (row.status === 'pending' ? row.submitted_at : null)),
  { key: 'expires', header: identityDateWords.expires, render: (row) => <Expires verification={row} /> },
  { key: 'status', header: text.columns.status, render: (row) => <StatusBadge status={row.status} /> },
];

export const verificationsTable = adminTable({
  name: 'verifications',
  label: words.tabs.verifications,
  query: queries.adminVerifications,
  pageSize: ADMIN_PAGE_SIZES.verifications,
  states: { ...pick('pending', 'approved', 'declined'), ...identityDateWords.staff.filters },
  file: '/admin/verifications.csv',
  columns,
  rowKey: (row) => row.id,
  empty: { title: messages.admin.noVerifications, text: text.emptyHint },
  to: (row) => `/admin/verifications/${row.id}`,
});
