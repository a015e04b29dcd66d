import { withdrawalDecisionBody } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { HoldInTheWay, useRunningHold } from './hold-in-the-way.tsx';
import { ReasonField } from './reason-field.tsx';
import { TwoPeopleNote } from './two-people-note.tsx';
import { WithdrawalReturn } from './withdrawal-return.tsx';

const { review } = words;

/** Approve (with the payout reference that the client will see) and Reject. A decision is taken once. */
export function WithdrawalDecision({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const navigate = useNavigate();
  const demo = useQuery(queries.me()).data?.mode === 'demo';
  const hold = useRunningHold(withdrawal);
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const decide = useSubmit('POST /admin/withdrawals/:id/decision', {
    topics: ['withdrawals', 'users', 'proposals'],
    onSuccess: (reply, request) => {
      const approved = reply.status === 'approved' ? review.withdrawalApproved : messages.proposal.made;
      toast.success(request.body?.decision === 'reject' ? review.withdrawalRejected : approved);
      void navigate('/all-user?tab=withdrawals');
    },
    onProblem: (problem) => {
      if (problem.code === 'decision.already_taken') {
        setAsking(null);
        toast.error(`${problem.detail} ${review.decidedMeanwhile}`);
      }
      setError(problem.fields[0]?.message);
    },
  });

  if (withdrawal.status === 'awaiting_code') return <Text c="dimmed">{review.waitsForCode}</Text>;
  if (withdrawal.status === 'approved') return <WithdrawalReturn withdrawal={withdrawal} />;
  if (withdrawal.status !== 'pending') return <Text c="dimmed">{review.decidedNote}</Text>;

  const ask = (decision: 'approve' | 'reject') => {
    decide.clear();
    setError(undefined);
    setAsking(decision);
  };
  const submit = () => {
    const body =
      asking === 'reject'
        ? { decision: 'reject' as const, reason }
        : { decision: 'approve' as const, ...(reference.trim() === '' ? {} : { payout_reference: reference }) };
    const missing =
      asking === 'approve' && !demo && reference.trim() === ''
        ? messages.withdrawal.payoutReferenceRequired
        : undefined;
    const found = missing ?? Object.values(firstErrors(withdrawalDecisionBody, body))[0];
    setError(found);
    if (found === undefined)
      void decide.submit({ params: { id: withdrawal.id }, body: withdrawalDecisionBody.parse(body) });
  };
  const common = { pending: decide.pending, problem: decide.problem, onSubmit: submit, onClose: () => setAsking(null) };

  return (
    <>
      {hold === null ? null : <HoldInTheWay hold={hold} userId={withdrawal.user_id} />}
      {withdrawal.proposal_id === null ? null : (
        <TwoPeopleNote>
          {proposalWords.waiting}{' '}
          <Anchor component={Link} to="/all-user?tab=proposals" inherit underline="always" c="var(--accent-text)">
            {proposalWords.toProposals}
          </Anchor>
        </TwoPeopleNote>
      )}
      <Group mt="md">
        {withdrawal.proposal_id === null ? (
          <Button onClick={() => ask('approve')} disabled={hold !== null}>
            {review.approve}
          </Button>
        ) : null}
        <Button variant="outline" color="loss" onClick={() => ask('reject')}>
          {review.reject}
        </Button>
      </Group>
      <DecisionDialog
        {...common}
        opened={asking === 'approve'}
        title={review.approveWithdrawal}
        text={review.approveWithdrawalText(formatUsd(withdrawal.net.amount), withdrawal.user_email)}
        act={review.approve}
      >
        {withdrawal.needs_two ? <TwoPeopleNote>{proposalWords.noticePayout}</TwoPeopleNote> : null}
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
      <DecisionDialog
        {...common}
        opened={asking === 'reject'}
        title={review.rejectWithdrawal}
        text={review.rejectWithdrawalText(formatUsd(withdrawal.amount.amount), withdrawal.user_email)}
        act={review.reject}
        danger
      >
        <ReasonField
          value={reason}
          error={error}
          onChange={(text) => {
            setReason(text);
            setError(undefined);
          }}
        />
      </DecisionDialog>
    </>
  );
}
