import { depositDecisionBody } from '@clearbook/contracts/admin';
import type { AdminDeposit } from '@clearbook/contracts/admin';
import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { loanReview } from './loan-application.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { approvalOf, NOTHING_TYPED, ReceiptFields, type Typed, useCredit } from './receipt-fields.tsx';
import { LiveNote, WaitsForSecond } from './two-people-note.tsx';
import { useDecision } from './use-decision.ts';

const { review } = words;
const TOPICS = ['deposits', 'users', 'proposals'] as const;
/** Approve and Reject. A decision is taken once; who comes second is told so and sees the first one. */
export function DepositDecision({ deposit }: { deposit: AdminDeposit }) {
  const demo = useQuery(queries.me()).data?.mode === 'demo';
  // A loan is lent, not received: there is nothing to identify, only a yes or a no.
  const loan = deposit.method === LOAN_METHOD;
  const said = loan ? loanReview(deposit) : depositReview(deposit);
  const { asking, ask, close, decided, refused } = useDecision('deposit');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const credit = useCredit(deposit, typed, asking === 'approve');
  const approve = useSubmit('POST /admin/deposits/:id/decision', {
    form: { values: typed },
    topics: TOPICS,
    onSuccess: (reply) => decided(reply.status === 'approved' ? said.approved : messages.proposal.made),
    onProblem: (problem) => {
      refused(problem);
      setErrors(Object.fromEntries(problem.fields.map((field) => [field.name, field.message])));
    },
  });

  if (deposit.status === 'awaiting_payment') return <Text c="dimmed">{review.waitsForProof}</Text>;
  if (deposit.status !== 'pending') return <Text c="dimmed">{review.decidedNote}</Text>;

  const askApproval = () => {
    approve.clear();
    setErrors({});
    ask('approve');
  };
  const submit = () => {
    const body = approvalOf(typed);
    const found: Partial<Record<string, string>> = { ...firstErrors(depositDecisionBody, body) };
    if (!demo && !loan) {
      if (typed.txid.trim() === '') found['txid'] = review.txidRequired;
      if (typed.received_amount.trim() === '') found['received_amount'] = review.receivedRequired;
      if (body.received_at === undefined) found['received_at'] = review.receivedAtRequired;
    }
    if (found['output_index'] !== undefined) found['output_index'] = review.outputIndexFormat;
    setErrors(found);
    if (Object.keys(found).length === 0)
      void approve.submit({ params: { id: deposit.id }, body: depositDecisionBody.parse(body) });
  };
  const input = (name: keyof Typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: (next: string | { currentTarget: { value: string } }) => {
      const value = typeof next === 'string' ? next : next.currentTarget.value;
      setTyped((all) => ({ ...all, [name]: value }));
      setErrors((all) => ({ ...all, [name]: undefined }));
    },
  });

  return (
    <>
      {deposit.proposal_id === null ? null : <WaitsForSecond />}
      <Group mt="md">
        {deposit.proposal_id === null ? <Button onClick={askApproval}>{review.approve}</Button> : null}
        <Button variant="outline" color="loss" onClick={() => ask('reject')}>
          {review.reject}
        </Button>
      </Group>
      <DecisionDialog
        opened={asking === 'approve'}
        title={said.approveTitle}
        text={said.approveText}
        act={review.approve}
        pending={approve.pending}
        problem={approve.problem}
        onSubmit={submit}
        onClose={close}
      >
        {loan ? (
          <LiveNote>{proposalWords.notice}</LiveNote>
        ) : (
          <ReceiptFields demo={demo} deposit={deposit} credit={credit} input={input} />
        )}
      </DecisionDialog>
      <ReasonDialog
        opened={asking === 'reject'}
        title={said.rejectTitle}
        text={said.rejectText}
        act={review.reject}
        danger
        route="POST /admin/deposits/:id/decision"
        request={(reason) => ({ params: { id: deposit.id }, body: { decision: 'reject', reason } })}
        schema={depositDecisionBody}
        topics={TOPICS}
        onProblem={refused}
        onDone={() => decided(said.rejected)}
        onClose={close}
      />
    </>
  );
}

function depositReview({ user_email: email }: AdminDeposit) {
  return {
    approveTitle: review.approveDeposit,
    approveText: review.approveDepositText(email),
    rejectTitle: review.rejectDeposit,
    rejectText: review.rejectDepositText(email),
    approved: review.depositApproved,
    rejected: review.depositRejected,
  };
}
