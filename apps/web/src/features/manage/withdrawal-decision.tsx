import { withdrawalDecisionBody } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { HoldInTheWay, useRunningHold } from './hold-in-the-way.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReleaseNote, WaitsForSecond } from './two-people-note.tsx';
import { WithdrawalReturn } from './withdrawal-return.tsx';
import { useDecision } from './use-decision.ts';

const { review } = words;
const TOPICS = ['withdrawals', 'users', 'proposals'] as const;

/** Approve (with the payout reference that the client will see) and Reject. A decision is taken once. */
export function WithdrawalDecision({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const demo = useQuery(queries.me()).data?.mode === 'demo';
  const hold = useRunningHold(withdrawal);
  const { asking, ask, close, decided, refused } = useDecision('withdrawals');
  const [reference, setReference] = useState('');
  const [error, setError] = useState<string>();
  const approve = useSubmit('POST /admin/withdrawals/:id/decision', {
    form: { values: reference },
    topics: TOPICS,
    onSuccess: (reply) => decided(reply.status === 'approved' ? review.withdrawalApproved : messages.proposal.made),
    onProblem: (problem) => {
      refused(problem);
      setError(problem.fields[0]?.message);
    },
  });

  if (withdrawal.status === 'awaiting_code') return <Text c="dimmed">{review.waitsForCode}</Text>;
  if (withdrawal.status === 'approved') return <WithdrawalReturn withdrawal={withdrawal} />;
  if (withdrawal.status !== 'pending') return <Text c="dimmed">{review.decidedNote}</Text>;

  const askApproval = () => {
    approve.clear();
    setError(undefined);
    ask('approve');
  };
  const submit = () => {
    const body = {
      decision: 'approve' as const,
      ...(reference.trim() === '' ? {} : { payout_reference: reference }),
    };
    const missing = !demo && reference.trim() === '' ? messages.withdrawal.payoutReferenceRequired : undefined;
    const found = missing ?? Object.values(firstErrors(withdrawalDecisionBody, body))[0];
    setError(found);
    if (found === undefined)
      void approve.submit({ params: { id: withdrawal.id }, body: withdrawalDecisionBody.parse(body) });
  };

  return (
    <>
      {hold === null ? null : <HoldInTheWay hold={hold} userId={withdrawal.user_id} />}
      {withdrawal.proposal_id === null ? null : <WaitsForSecond />}
      <Group mt="md">
        {withdrawal.proposal_id === null ? (
          <Button onClick={askApproval} disabled={hold !== null}>
            {review.approve}
          </Button>
        ) : null}
        <Button variant="outline" color="loss" onClick={() => ask('reject')}>
          {review.reject}
        </Button>
      </Group>
      <DecisionDialog
        opened={asking === 'approve'}
        title={review.approveWithdrawal}
        text={review.approveWithdrawalText(formatUsd(withdrawal.net.amount), withdrawal.user_email)}
        act={review.approve}
        pending={approve.pending}
        problem={approve.problem}
        onSubmit={submit}
        onClose={close}
      >
        <ReleaseNote userId={withdrawal.user_id} amount={withdrawal.amount.amount} />
        <TextInput
          label={review.payoutReference}
          description={demo ? `${review.payoutHint} ${review.demoFilled}` : review.payoutHint}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={reference}
          error={error}
          onChange={(event) => {
            setReference(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </DecisionDialog>
      <ReasonDialog
        opened={asking === 'reject'}
        title={review.rejectWithdrawal}
        text={review.rejectWithdrawalText(formatUsd(withdrawal.amount.amount), withdrawal.user_email)}
        act={review.reject}
        danger
        route="POST /admin/withdrawals/:id/decision"
        request={(reason) => ({ params: { id: withdrawal.id }, body: { decision: 'reject', reason } })}
        schema={withdrawalDecisionBody}
        topics={TOPICS}
        onProblem={refused}
        onDone={() => decided(review.withdrawalRejected)}
        onClose={close}
      />
    </>
  );
}
