import type { InstrumentExposure, Overview } from '@clearbook/contracts/overview';
import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { moneyColumn } from './columns.tsx';
import { EmailLink } from './email-link.tsx';
import { Facts } from './facts.tsx';
import { RecordState } from './record-state.tsx';
import classes from './manage.module.css';

type Held = NonNullable<InstrumentExposure['held']>;

/** What is owed, what is held for it, and what prices can do. */
export function OverviewPanel() {
  const status = useQuery(queries.adminOverview());
  return (
    <RecordState query={status} notFound={words.unknown}>
      {(record) => (
        <Stack gap="sm" component="section" aria-label={words.title}>
          <Title order={2}>{words.title}</Title>
          <Text size="sm" c="dimmed">
            {words.intro}
          </Text>
          <Facts
            facts={[
              [words.asOf, formatDateTime(record.as_of)],
              [words.owed, formatMoney(record.owed.total)],
              [words.cash, formatMoney(record.owed.cash)],
              [words.margin, formatMoney(record.owed.margin)],
              [words.withdrawing, formatMoney(record.owed.withdrawing)],
              [words.custody, formatMoney(record.custody_total)],
              [words.capital, formatMoney(record.capital)],
              [words.debt, formatMoney(record.debt)],
              [words.surplus, formatMoney(record.surplus)],
            ]}
          />
          <Title order={3}>{words.methods}</Title>
          <DataTable
            label={words.methods}
            columns={CUSTODY}
            rows={record.custody}
            rowKey={(one) => one.method}
            empty={{ title: words.noMoney }}
          />
          <Title order={3}>{words.exposure}</Title>
          <DataTable
            label={words.exposure}
            columns={EXPOSURE}
            rows={record.exposures}
            rowKey={(one) => one.symbol}
            empty={{ title: words.none }}
          />
        </Stack>
      )}
    </RecordState>
  );
}

const CUSTODY: readonly Column<Overview['custody'][number]>[] = [
  { key: 'method', header: words.method, render: ({ method }) => method },
  moneyColumn('amount', words.amount, ({ amount }) => amount),
];

function heldColumn(key: string, header: string, of: (held: Held) => Held['net']): Column<InstrumentExposure> {
  return {
    key,
    header,
    align: 'end',
    render: ({ held }) => (held === null ? words.missing : <Amount value={of(held)} />),
  };
}

function moveColumn(percent: number): Column<InstrumentExposure> {
  return {
    key: `move-${percent}`,
    header: words.move(percent),
    align: 'end',
    render: ({ held }) => {
      const move = held?.moves.find((one) => one.percent === percent);
      if (move === undefined) return words.missing;
      return (
        <div className={classes.oneLine}>
          <div>{words.rises(formatMoney(move.rises))}</div>
          <div>{words.falls(formatMoney(move.falls))}</div>
        </div>
      );
    },
  };
}

const EXPOSURE: readonly Column<InstrumentExposure>[] = [
  { key: 'symbol', header: words.symbol, render: ({ symbol }) => symbol },
  { key: 'clients', header: words.clients, align: 'end', render: ({ clients }) => clients.toLocaleString('en') },
  { key: 'trades', header: words.trades, align: 'end', render: ({ trades }) => trades.toLocaleString('en') },
  heldColumn('bought', words.bought, ({ bought }) => bought),
  heldColumn('sold', words.sold, ({ sold }) => sold),
  heldColumn('net', words.net, ({ net }) => net),
  heldColumn('gross', words.gross, ({ gross }) => gross),
  moveColumn(1),
  moveColumn(5),
  moveColumn(10),
  { key: 'largest', header: words.largest, render: ({ largest }) => <Largest of={largest} /> },
];

function Largest({ of }: { of: InstrumentExposure['largest'] }) {
  return (
    <div>
      {of.map(({ user_id, email, net }) => (
        <div key={user_id}>
          <EmailLink to={`/user/${user_id}`} email={email} /> {net === null ? words.missing : formatMoney(net)}
        </div>
      ))}
    </div>
  );
}
