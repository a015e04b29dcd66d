import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminVerification } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { useNavigate } from 'react-router';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AdminTable } from './admin-table.tsx';
import { ageOf } from './age.ts';
import { EmailLink } from './email-link.tsx';
import { pick } from './states.ts';
import classes from './manage.module.css';

const { verifications: text } = words;

const columns: readonly Column<AdminVerification>[] = [
  {
    key: 'email',
    header: text.columns.email,
    render: (row) => <EmailLink to={`/admin/verifications/${row.id}`} email={row.user_email} />,
  },
  {
    key: 'name',
    header: text.columns.name,
    render: (row) => (
      <span className={classes.name} title={row.user_fullname} dir="auto">
        {row.user_fullname}
      </span>
    ),
  },
  { key: 'date', header: text.columns.date, render: (row) => formatDateTime(row.submitted_at) },
  {
    key: 'age',
    header: text.columns.age,
    render: (row) => (row.status === 'pending' ? ageOf(row.submitted_at) : NO_VALUE),
  },
  { key: 'status', header: text.columns.status, render: (row) => <StatusBadge status={row.status} /> },
];

export function VerificationsTab() {
  const navigate = useNavigate();
  return (
    <AdminTable
      label={words.tabs.verifications}
      query={queries.adminVerifications}
      pageSize={ADMIN_PAGE_SIZES.verifications}
      states={pick('pending', 'approved', 'declined')}
      file="/admin/verifications.csv"
      columns={columns}
      rowKey={(row) => row.id}
      onRow={(row) => void navigate(`/admin/verifications/${row.id}`)}
      empty={{ title: messages.admin.noVerifications, text: text.emptyHint }}
    />
  );
}
