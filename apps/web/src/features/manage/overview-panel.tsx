import type { Money } from '@clearbook/contracts/money';
import type { InstrumentExposure, MarginMove, Overview } from '@clearbook/contracts/overview';
import type { AccountBalance } from '@clearbook/contracts/reconciliation';
import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { displaySymbol } from '@clearbook/domain/market';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime, formatMoney, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Can } from './can.tsx';
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
          <Custody of={record} />
          <Title order={3}>{words.exposure}</Title>
          <DataTable
            label={words.exposure}
            columns={EXPOSURE}
            rows={record.exposures}
            rowKey={(one) => one.symbol}
            empty={{ title: words.none }}
          />
          <Title order={3}>{words.atRisk}</Title>
          <Text size="sm" c="dimmed">
            {words.atRiskIntro(formatMoney(record.margin_at_risk.collateral))}
            {record.margin_at_risk.unpriced > 0 ? ` ${words.atRiskUnpriced(record.margin_at_risk.unpriced)}` : ''}
          </Text>
          <DataTable
            label={words.atRisk}
            columns={AT_RISK}
            rows={record.margin_at_risk.moves}
            rowKey={(one) => String(one.percent)}
            empty={{ title: words.none }}
          />
        </Stack>
      )}
    </RecordState>
  );
}

type Account = { readonly method: string; readonly amount: Money; readonly told: AccountBalance | undefined };

/** What the books have by method, beside what the last statement of it says. */
function Custody({ of }: { of: Overview }) {
  const told = useQuery(queries.statementBalances()).data?.accounts;
  const rows = of.custody.map(({ method, amount }): Account => ({
    method,
    amount,
    told: told?.find((one) => one.method === method),
  }));
  const others = (told ?? []).flatMap((one): Account[] =>
    one.statement !== null && rows.every(({ method }) => method !== one.method)
      ? [{ method: one.method, amount: one.custody, told: one }]
      : [],
  );
  return (
    <>
      <DataTable
        label={words.methods}
        columns={CUSTODY}
        rows={[...rows, ...others]}
        rowKey={(one) => one.method}
        empty={{ title: words.noMoney }}
      />
      <Can permission="reconciliation.read">
        <Anchor component={Link} to="/reconciliation">
          {words.reconcile}
        </Anchor>
      </Can>
    </>
  );
}

const CUSTODY: readonly Column<Account>[] = [
  { key: 'method', header: words.method, render: ({ method }) => words.methodNames[method] ?? method },
  { key: 'amount', header: words.held, align: 'end', render: ({ amount }) => <Amount value={amount} live /> },
  {
    key: 'statement',
    header: words.statement,
    align: 'end',
    render: ({ told }) =>
      told === undefined || told.statement === null ? (
        words.noStatement
      ) : (
        <div>
          <Amount value={told.statement.balance} />
          <Text size="xs" c="dimmed">
            {words.of(told.statement.day, told.statement.by)}
          </Text>
        </div>
      ),
  },
  {
    key: 'difference',
    header: words.difference,
    align: 'end',
    render: ({ told }) =>
      told === undefined || told.difference === null ? NO_VALUE : <Amount value={told.difference} live />,
  },
  {
    key: 'unmatched',
    header: words.unmatched,
    align: 'end',
    render: ({ told }) => (told === undefined ? NO_VALUE : told.unmatched.toLocaleString('en')),
  },
];

const AT_RISK: readonly Column<MarginMove>[] = [
  { key: 'percent', header: words.moveBy, render: ({ percent }) => words.percent(percent) },
  { key: 'clients', header: words.clients, align: 'end', render: ({ clients }) => clients.toLocaleString('en') },
  { key: 'trades', header: words.trades, align: 'end', render: ({ trades }) => trades.toLocaleString('en') },
  moneyColumn('collateral', words.used, ({ collateral }) => collateral),
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
  { key: 'symbol', header: words.symbol, render: ({ symbol }) => displaySymbol(symbol) },
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
