import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { Reply } from '@clearbook/contracts';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { actionLabel } from './action-words.ts';
import { adminTable } from './admin-table.tsx';
import { factsText, reasonOf } from './audit-facts.ts';
import { EmailLink } from './email-link.tsx';
import classes from './manage.module.css';

type AuditEntry = Reply<'GET /admin/audit'>['data'][number];
const { audit } = words;
/** The end of an id is enough to tell it from others; what has a name of its own is named in full. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const columns: readonly Column<AuditEntry>[] = [
  { key: 'number', header: audit.columns.number, align: 'end', render: (row) => row.number },
  { key: 'date', header: audit.columns.at, render: (row) => formatDateTime(row.at) },
  {
    key: 'actor',
    header: audit.columns.actor,
    render: (row) => (
      <span className={classes.name} title={row.actor_email}>
        {row.actor_email}
      </span>
    ),
  },
  {
    key: 'action',
    header: audit.columns.action,
    render: (row) => <span title={row.action}>{actionLabel(row.action)}</span>,
  },
  {
    key: 'client',
    header: audit.columns.client,
    render: (row) =>
      row.client_id === null || row.client_email === null ? (
        NO_VALUE
      ) : (
        <EmailLink to={`/user/${row.client_id}`} email={row.client_email} />
      ),
  },
  {
    key: 'subject',
    header: audit.columns.subject,
    render: (row) => (
      <span className={classes.code} title={row.subject_id}>
        {row.subject_type} {UUID.test(row.subject_id) ? row.subject_id.slice(-6) : row.subject_id}
      </span>
    ),
  },
  {
    key: 'facts',
    long: true,
    header: audit.columns.facts,
    render: (row) => {
      const facts = factsText(row);
      const reason = reasonOf(row);
      if (facts === '' && reason === null) return NO_VALUE;
      return (
        <div>
          {facts}
          {reason === null ? null : (
            <p className={classes.given} dir="auto">
              {audit.reason(reason)}
            </p>
          )}
        </div>
      );
    },
  },
];

/** Every action of staff, the newest first. */
export const auditTable = adminTable({
  name: 'audit',
  label: words.tabs.audit,
  query: queries.audit,
  pageSize: ADMIN_PAGE_SIZES.audit,
  states: words.actions,
  filter: { label: audit.filter, all: audit.allActions },
  file: '/admin/audit.csv',
  columns,
  rowKey: (row) => row.number,
  empty: { title: audit.empty, text: audit.emptyHint },
});
