import type { OwnAuditEntry } from '@clearbook/contracts/admin';
import { activityWords as words } from '@clearbook/contracts/words/activity';
import { useQuery } from '@tanstack/react-query';
import { factText } from '../../lib/fact.ts';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';

const columns: readonly Column<OwnAuditEntry>[] = [
  { key: 'at', header: words.columns.at, render: (row) => formatDateTime(row.at) },
  { key: 'what', header: words.columns.what, render: (row) => <strong>{actionText(row.action)}</strong> },
  { key: 'details', header: words.columns.details, render: (row) => detailsOf(row) || NO_VALUE },
  { key: 'reason', header: words.columns.reason, render: (row) => row.reason ?? NO_VALUE },
];

/** The client's own part of the audit log: what staff did about them, the newest first. */
export function MyAudit({ pageSize = 10 }: { pageSize?: number }) {
  const entries = useQuery(queries.myAudit());
  return (
    <DataTable
      label={words.table}
      columns={columns}
      rows={entries.data}
      rowKey={(row) => row.number}
      error={entries.error}
      onRetry={() => void entries.refetch()}
      empty={{ title: words.empty, text: words.emptyText }}
      pageSize={pageSize}
    />
  );
}

/** An action that came later than this page is shown by its name. */
function actionText(action: string): string {
  const known: Readonly<Record<string, string>> = words.actions;
  return known[action] ?? action.replaceAll(/[._]/g, ' ');
}

/** Only the facts that say something to a client; ids of the log's own are left out. */
function detailsOf({ facts }: OwnAuditEntry): string {
  const known: Readonly<Record<string, string>> = words.facts;
  return Object.entries(facts)
    .filter(([name]) => known[name] !== undefined)
    .map(([name, value]) => `${known[name] ?? name}: ${factText(name, value)}`)
    .join(', ');
}
