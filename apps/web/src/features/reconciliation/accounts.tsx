import type { AccountBalance } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Can, DecisionDialog } from '../manage/index.ts';
import { enterBalance } from './decisions.ts';

/** What each account holds by the books, beside its last statement. */
export function Accounts() {
  const { data, error, refetch } = useQuery(queries.statementBalances());
  return (
    <DataTable
      label={words.balances}
      columns={COLUMNS}
      rows={data?.accounts}
      rowKey={({ method }) => method}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: words.unknownBalances }}
    />
  );
}

const COLUMNS: readonly Column<AccountBalance>[] = [
  { key: 'account', header: words.account, render: ({ method }) => words.methods[method] },
  { key: 'held', header: words.held, align: 'end', render: ({ custody }) => <Amount value={custody} live /> },
  {
    key: 'statement',
    header: words.statement,
    align: 'end',
    render: ({ statement }) =>
      statement === null ? (
        words.noStatement
      ) : (
        <div>
          <Amount value={statement.balance} />
          <Text size="xs" c="dimmed">
            {words.endOf(statement.day, statement.by)}
          </Text>
        </div>
      ),
  },
  {
    key: 'then',
    header: words.booksThen,
    align: 'end',
    render: ({ books_then }) => (books_then === null ? NO_VALUE : <Amount value={books_then} />),
  },
  {
    key: 'difference',
    header: words.difference,
    align: 'end',
    render: ({ difference }) => (difference === null ? NO_VALUE : <Amount value={difference} live />),
  },
  {
    key: 'unmatched',
    header: words.unmatched,
    align: 'end',
    render: ({ unmatched }) => unmatched.toLocaleString('en'),
  },
  {
    key: 'enter',
    header: words.actions,
    hiddenHeader: true,
    render: (account) => (
      <Can permission="reconciliation.import">
        <Enter of={account} />
      </Can>
    ),
  },
];

function Enter({ of }: { of: AccountBalance }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={words.enterOf(words.methods[of.method])}
        onClick={() => setAsking(true)}
      >
        {words.enter}
      </Button>
      <DecisionDialog decision={enterBalance} of={of} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
