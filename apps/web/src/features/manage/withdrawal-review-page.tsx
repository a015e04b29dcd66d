import { messages } from '@clearbook/contracts/messages';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { methodFields, WithdrawalStatus, WithdrawalTimeline, withdrawalMethodLabel } from '../withdrawals/index.ts';
import { ageOf } from './age.ts';
import { type Fact, Facts } from './facts.tsx';
import { Signals } from './fraud-signals.tsx';
import { RecordState } from './record-state.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { WithdrawalDecision } from './withdrawal-decision.tsx';
import classes from './manage.module.css';

const { review } = words;

/** /withdrawal/:id for administrators: where the money should go, and the decision. */
export default function WithdrawalReviewPage() {
  const { id = '' } = useParams();
  return (
    <RequireAdmin>
      <BackLink to="/all-user?tab=withdrawals">{words.back}</BackLink>
      <PageHeader title={review.withdrawal} />
      <WithdrawalReview key={id} id={id} />
    </RequireAdmin>
  );
}

/** Where the money goes, field by field, each ready to be pasted into the payout; one line where the fields were erased. */
function destinationFacts(record: AdminWithdrawal): Fact[] {
  const facts = methodFields[record.method].flatMap(({ name, label }): Fact[] => {
    const value = record[name];
    return value === null ? [] : [[label, <CopyableText value={value} name={label} />]];
  });
  return facts.length > 0 ? facts : [[review.destination, record.destination]];
}

/** The record and its decision, wherever it is decided. */
export function WithdrawalReview({ id }: { id: string }) {
  const withdrawal = useQuery(queries.adminWithdrawal(id));
  const signals = useQuery(queries.withdrawalSignals(id));
  return (
    <RecordState query={withdrawal} beside={signals} notFound={messages.withdrawal.notFound}>
      {(record) => (
        <div className={classes.review}>
          <Signals of={{ what: 'withdrawal', id }} query={signals} />
          <Panel>
            {record.not_received ? (
              <Alert color="loss" mb="md">
                {review.notReceived}
              </Alert>
            ) : null}
            <Facts
              facts={[
                [review.email, <Link to={`/user/${record.user_id}`}>{record.user_email}</Link>],
                [words.user.fullname, record.user_fullname],
                [review.amount, formatUsd(record.amount.amount)],
                [review.fee, formatUsd(record.fee.amount)],
                [review.net, <strong>{formatUsd(record.net.amount)}</strong>],
                [review.method, withdrawalMethodLabel(record.method)],
                ...destinationFacts(record),
                [review.status, <WithdrawalStatus withdrawal={record} />],
                [review.payoutReference, record.payout_reference && <code>{record.payout_reference}</code>],
                [review.reason, record.reason],
                [review.created, formatDateTime(record.created_at)],
                [review.waiting, record.waiting_since && ageOf(record.waiting_since)],
                [review.decided, record.decided_at && formatDateTime(record.decided_at)],
              ]}
            />
            <WithdrawalDecision withdrawal={record} />
          </Panel>
          <Panel title={review.timeline}>
            {record.timeline.length === 0 ? <Text c="dimmed">—</Text> : <WithdrawalTimeline steps={record.timeline} />}
          </Panel>
        </div>
      )}
    </RecordState>
  );
}
