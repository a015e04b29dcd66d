import type { Movement } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../manage/index.ts';
import classes from './reconciliation.module.css';

/** Deposits and payouts that no statement has. */
export function Missing() {
  const { data, error, refetch } = useQuery(queries.unmatchedMovements({}));
  return (
    <ListTable
      label={words.missing}
      file="/admin/unmatched-movements.csv"
      columns={COLUMNS}
      rows={data?.movements}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: words.noneMissing }}
      note={data?.more === true ? words.missingMore : words.missingText}
      pageSize={20}
    />
  );
}

const COLUMNS: readonly Column<Movement>[] = [
  { key: 'date', header: words.date, render: ({ at }) => formatDateTime(at) },
  {
    key: 'record',
    header: words.record,
    render: ({ kind, id }) => (
      <Anchor component={Link} to={kind === 'deposit' ? `/deposit/${id}` : `/withdrawal/${id}`}>
        {words.kinds[kind]}
      </Anchor>
    ),
  },
  { key: 'account', header: words.account, render: ({ method }) => words.methods[method] },
  { key: 'amount', header: words.amount, align: 'end', render: ({ amount }) => <Amount value={amount} /> },
  {
    key: 'reference',
    header: words.reference,
    render: ({ reference }) => <span className={classes.text}>{reference}</span>,
  },
];
