import type { Withdrawal } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpFromLine } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { formatDateTime, isZero, NO_VALUE } from '../../lib/format.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AnnouncedFees } from './announced-fees.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { WithdrawalStatus } from './withdrawal-status.tsx';
import { paysOut, stateSentence, withdrawalMethodLabel } from './withdrawal-words.ts';
import classes from './withdrawals.module.css';

const PAGE_SIZE = 10;

/** The client's withdrawals and where each one's money is now. ?open=… shows one of them with its timeline. */
export default function WithdrawalsPage() {
  const withdrawals = useQuery(queries.withdrawals());
  // What stands above the rows comes with them, or before: it moves no button of theirs under a hand.
  const above = [useQuery(queries.holds()), useQuery(queries.withdrawalTerms()), useQuery(queries.account())];
  const [search, setSearch] = useSearchParams();
  const open = withdrawals.data?.find((row) => row.id === search.get('open')) ?? null;
  const show = (row: Withdrawal) => setSearch({ open: row.id });
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <Button component={Link} to="/select-withdrawal" leftSection={<ArrowUpFromLine size={16} aria-hidden />}>
            {words.make}
          </Button>
        }
      />
      <HoldNotice />
      <Announced />
      <Held />
      <Panel flush>
        <DataTable
          label={words.title}
          columns={columnsWith(show)}
          rows={above.some(isUnanswered) ? undefined : withdrawals.data}
          rowKey={(row) => row.id}
          error={withdrawals.error}
          onRetry={() => void withdrawals.refetch()}
          empty={{ title: words.empty, text: words.emptyHint }}
          pageSize={PAGE_SIZE}
        />
      </Panel>
      <WithdrawalDrawer withdrawal={open} onClose={() => setSearch({})} />
    </>
  );
}

/** Read again on every visit; without an answer there is nothing to announce, and the request itself shows its fee in any case. */
function Announced() {
  const terms = useQuery(queries.withdrawalTerms());
  return terms.data === undefined ? null : <AnnouncedFees terms={terms.data} />;
}

/** Money that is still the client's and waits to be sent. Nothing is shown while nothing waits. */
function Held() {
  const account = useQuery(queries.account());
  const held = account.data?.withdrawing.amount;
  if (held === undefined || isZero(held)) return null;
  return (
    <Panel className={classes.held}>
      <dl className={classes.limits}>
        <div>
          <dt>{words.held}</dt>
          <dd>
            <Amount value={held} live />
          </dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed" mt="xs">
        {words.heldText}
      </Text>
    </Panel>
  );
}

function columnsWith(show: (row: Withdrawal) => void): readonly Column<Withdrawal>[] {
  return [
    {
      key: 'date',
      header: words.columns.date,
      render: (row) => <span className={classes.short}>{formatDateTime(row.created_at)}</span>,
    },
    {
      key: 'amount',
      header: words.columns.amount,
      align: 'end',
      render: (row) => (
        <div>
          <Amount value={row.amount} />
          <Text size="sm" c="dimmed" className={classes.short}>
            {words.columns.fee} <Amount value={row.fee} />
          </Text>
        </div>
      ),
    },
    {
      key: 'net',
      header: words.columns.net,
      align: 'end',
      render: (row) => (paysOut(row) ? <Amount value={row.net} /> : NO_VALUE),
    },
    {
      key: 'destination',
      header: words.columns.method,
      render: (row) => (
        <div className={classes.destination}>
          {withdrawalMethodLabel(row.method)}
          <Text size="sm" c="dimmed" truncate title={row.destination}>
            {row.destination}
          </Text>
        </div>
      ),
    },
    {
      key: 'status',
      long: true,
      header: words.columns.status,
      render: (row) => (
        <div className={classes.sentence}>
          <WithdrawalStatus withdrawal={row} />
          <Text size="sm" c="dimmed" mt={4}>
            {stateSentence(row)}
          </Text>
        </div>
      ),
    },
    {
      key: 'action',
      header: words.columns.action,
      hiddenHeader: true,
      align: 'end',
      render: (row) => (
        <Group gap="xs" justify="flex-end" className={classes.actions}>
          <WithdrawalActions withdrawal={row} />
          <Button size="xs" variant="subtle" onClick={() => show(row)}>
            {words.details}
          </Button>
        </Group>
      ),
    },
  ];
}
