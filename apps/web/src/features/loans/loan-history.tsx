import type { Loan } from '@clearbook/contracts/loans';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Text } from '@mantine/core';
import { formatDateTime } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoanBadge } from './loan-badge.tsx';
import classes from './loans.module.css';

const { history } = words;
const PAGE_SIZE = 10;

const columns: readonly Column<Loan>[] = [
  {
    key: 'date',
    header: history.columns.date,
    render: (row) => <span className={classes.short}>{formatDateTime(row.created_at)}</span>,
  },
  { key: 'level', header: history.columns.level, render: (row) => words.level(row.level) },
  { key: 'amount', header: history.columns.amount, align: 'end', render: (row) => <Amount value={row.amount} /> },
  {
    key: 'interest',
    header: history.columns.interest,
    align: 'end',
    render: (row) => <Amount value={row.interest_charged} />,
  },
  { key: 'repaid', header: history.columns.repaid, align: 'end', render: (row) => <Amount value={row.repaid} /> },
  {
    key: 'writtenOff',
    header: history.columns.writtenOff,
    align: 'end',
    render: (row) => <Amount value={row.written_off} />,
  },
  {
    key: 'status',
    header: history.columns.status,
    render: (row) => (
      <div>
        <LoanBadge status={row.status} />
        {row.reason === null ? null : (
          <Text size="sm" mt={4} className={classes.typed}>
            {history.reason} {row.reason}
          </Text>
        )}
      </div>
    ),
  },
];

/** Every loan that was ever applied for, newest first, and what became of it. */
export function LoanHistory({
  loans,
  error,
  onRetry,
}: {
  loans: readonly Loan[] | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <Panel flush title={history.title}>
      <DataTable
        label={history.title}
        columns={columns}
        rows={loans}
        rowKey={(row) => row.id}
        error={error}
        onRetry={onRetry}
        empty={{ title: history.empty, text: history.emptyText }}
        pageSize={PAGE_SIZE}
      />
    </Panel>
  );
}
