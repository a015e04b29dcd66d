import { messages } from '@clearbook/contracts/messages';
import type { AsClient } from '@clearbook/contracts/relations';
import { relationWords } from '@clearbook/contracts/words/relations';
import { displaySymbol } from '@clearbook/domain/market';
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DepositStatus, methodLabel } from '../deposits/index.ts';
import { DirectionBadge } from '../trades/index.ts';
import { withdrawalMethodLabel, WithdrawalStatus } from '../withdrawals/index.ts';
import { Facts } from './facts.tsx';
import { moneyColumn, timeColumn } from './columns.tsx';
import { RecordState } from './record-state.tsx';
import { RequireAdmin } from './require-admin.tsx';

const { asClient: words } = relationWords;
type Of<K extends 'trades' | 'deposits' | 'withdrawals' | 'notifications'> = NonNullable<AsClient[K]>[number];

const TRADES: readonly Column<Of<'trades'>>[] = [
  { key: 'symbol', header: words.symbol, render: ({ symbol }) => displaySymbol(symbol) },
  { key: 'side', header: words.side, render: ({ side }) => <DirectionBadge side={side} /> },
  { key: 'lots', header: words.lots, align: 'end', render: ({ lots_open: lots }) => lots },
  moneyColumn('collateral', words.collateral, ({ amount }) => amount),
  {
    key: 'profit',
    header: words.profit,
    align: 'end',
    render: ({ unrealized_pl: profit }) => (profit === null ? null : <Amount value={profit} trend />),
  },
];
const DEPOSITS: readonly Column<Of<'deposits'>>[] = [
  timeColumn(words.date, (row) => row.created_at),
  { key: 'method', header: words.method, render: ({ method }) => methodLabel(method) },
  moneyColumn('amount', words.amount, ({ amount }) => amount),
  { key: 'status', header: words.status, render: (row) => <DepositStatus deposit={row} /> },
];
const WITHDRAWALS: readonly Column<Of<'withdrawals'>>[] = [
  timeColumn(words.date, (row) => row.created_at),
  { key: 'method', header: words.method, render: ({ method }) => withdrawalMethodLabel(method) },
  moneyColumn('amount', words.amount, ({ amount }) => amount),
  { key: 'status', header: words.status, render: (row) => <WithdrawalStatus withdrawal={row} /> },
];
const NOTIFICATIONS: readonly Column<Of<'notifications'>>[] = [
  timeColumn(words.date, ({ at }) => at),
  { key: 'title', header: words.what, render: ({ title }) => <span dir="auto">{title}</span> },
  { key: 'text', long: true, header: words.text, render: ({ text }) => <span dir="auto">{text}</span> },
];

/** /user/:id/as-client: what the client reads on their own pages. Nothing can be pressed here, and the client is told that it was opened. */
export default function AsClientPage() {
  const { id = '' } = useParams();
  return (
    <RequireAdmin>
      <BackLink to={`/user/${id}`}>{words.back}</BackLink>
      <PageHeader title={words.title} />
      <View key={id} id={id} />
    </RequireAdmin>
  );
}

function View({ id }: { id: string }) {
  const view = useQuery(queries.adminAsClient(id));
  return (
    <RecordState query={view} notFound={messages.admin.userNotFound}>
      {(record) => (
        <Stack>
          <Alert variant="light" color="ink">
            {words.notice}
          </Alert>
          <Text size="sm" c="dimmed">
            {words.asOf(formatDateTime(record.as_of))}
          </Text>
          <Panel title={words.balances}>
            <Facts
              facts={(Object.keys(words.facts) as (keyof typeof words.facts)[]).map((name) => [
                words.facts[name],
                <Amount key={name} value={record.account[name]} />,
              ])}
            />
          </Panel>
          <Rows title={words.trades} columns={TRADES} rows={record.trades} />
          <Rows title={words.deposits} columns={DEPOSITS} rows={record.deposits} />
          <Rows title={words.withdrawals} columns={WITHDRAWALS} rows={record.withdrawals} />
          <Rows title={words.notifications} columns={NOTIFICATIONS} rows={record.notifications} />
        </Stack>
      )}
    </RecordState>
  );
}

const SHOWN_AT_ONCE = 10;

function Rows<Row extends { id: string }>({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | null;
}) {
  return (
    <Panel title={title}>
      {rows === null ? (
        <Text c="dimmed">{words.notYours}</Text>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          pageSize={SHOWN_AT_ONCE}
          empty={{ title: words.none }}
        />
      )}
    </Panel>
  );
}
