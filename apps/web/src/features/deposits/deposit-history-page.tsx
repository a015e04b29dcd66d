import type { Deposit } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DepositStatus } from './deposit-status.tsx';
import { methodLabel } from './method-words.ts';
import classes from './deposits.module.css';

const PAGE_SIZE = 10;
const { history } = words;

const columns: readonly Column<Deposit>[] = [
  {
    key: 'date',
    header: history.columns.date,
    render: (row) => <span className={classes.short}>{formatDateTime(row.created_at)}</span>,
  },
  { key: 'amount', header: history.columns.amount, align: 'end', render: (row) => <Amount value={row.amount} /> },
  {
    key: 'method',
    header: history.columns.method,
    render: (row) => <span className={classes.short}>{methodLabel(row.method)}</span>,
  },
  {
    key: 'pay',
    header: history.columns.pay,
    align: 'end',
    render: (row) => (row.pay_amount === null ? NO_VALUE : <Amount value={row.pay_amount} />),
  },
  {
    key: 'credited',
    header: history.columns.credited,
    align: 'end',
    render: (row) => (row.credited === null ? NO_VALUE : <Amount value={row.credited} />),
  },
  {
    key: 'status',
    header: history.columns.status,
    render: (row) => (
      <div>
        <DepositStatus deposit={row} />
        {row.reason === null ? null : (
          <Text size="sm" mt={4} className={classes.typed}>
            {history.reason} {row.reason}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'action',
    header: history.columns.action,
    hiddenHeader: true,
    align: 'end',
    render: (row) =>
      row.status === 'awaiting_payment' ? (
        <Button component={Link} to={`/deposit?id=${row.id}`} size="xs" variant="light">
          {history.continue}
        </Button>
      ) : null,
  },
];

/** The client's own deposits, newest first, and what became of them. */
export default function DepositHistoryPage() {
  const deposits = useQuery(queries.deposits());
  const make = (
    <Button component={Link} to="/deposit" leftSection={<ArrowDownToLine size={16} aria-hidden />}>
      {history.make}
    </Button>
  );
  return (
    <>
      <PageHeader title={history.title} actions={make} />
      <Panel flush>
        <DataTable
          label={history.title}
          columns={columns}
          rows={deposits.data}
          rowKey={(row) => row.id}
          error={deposits.error}
          onRetry={() => void deposits.refetch()}
          empty={{ title: history.empty, text: history.emptyHint }}
          pageSize={PAGE_SIZE}
        />
      </Panel>
    </>
  );
}
