import { depositDecisionBody } from '@clearbook/contracts/admin';
import type { AdminDeposit } from '@clearbook/contracts/admin';
import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { loanReview } from './loan-application.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useDecision } from './use-decision.ts';

const { review } = words;
const TOPICS = ['deposits', 'users'] as const;
type Typed = { txid: string; output_index: string; received_amount: string };
const nothing: Typed = { txid: '', output_index: '', received_amount: '' };

/** Approve and Reject. A decision is taken once; who comes second is told so and sees the first one. */
export function DepositDecision({ deposit }: { deposit: AdminDeposit }) {
  const demo = useQuery(queries.me()).data?.mode === 'demo';
  // A loan is lent, not received: there is nothing to identify, only a yes or a no.
  const loan = deposit.method === LOAN_METHOD;
  const said = loan ? loanReview(deposit) : depositReview(deposit);
  const { asking, ask, close, decided, refused } = useDecision('deposit');
  const [typed, setTyped] = useState(nothing);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const approve = useSubmit('POST /admin/deposits/:id/decision', {
    topics: TOPICS,
    onSuccess: () => decided(said.approved),
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
    const body = approval(typed);
    const found: Partial<Record<string, string>> = { ...firstErrors(depositDecisionBody, body) };
    if (!demo && !loan) {
      if (typed.txid.trim() === '') found['txid'] = review.txidRequired;
      if (typed.received_amount.trim() === '') found['received_amount'] = review.receivedRequired;
    }
    if (found['output_index'] !== undefined) found['output_index'] = review.outputIndexFormat;
    setErrors(found);
    if (Object.keys(found).length === 0)
      void approve.submit({ params: { id: deposit.id }, body: depositDecisionBody.parse(body) });
  };
  const input = (name: keyof Typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((all) => ({ ...all, [name]: value }));
      setErrors((all) => ({ ...all, [name]: undefined }));
    },
  });

  return (
    <>
      <Group mt="md">
        <Button onClick={askApproval}>{review.approve}</Button>
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
        {loan ? null : <Receipt demo={demo} deposit={deposit} input={input} />}
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

/** What identifies a payment, so that it is credited once. In demo mode the server fills in what is left out. */
function Receipt({
  demo,
  deposit,
  input,
}: {
  demo: boolean;
  deposit: AdminDeposit;
  input: (name: keyof Typed) => object;
}) {
  return (
    <>
      {demo ? (
        <Text size="sm" c="dimmed">
          {review.demoFilled}
        </Text>
      ) : null}
      <TextInput label={review.txid} autoComplete="off" spellCheck={false} {...input('txid')} />
      <TextInput
        label={review.outputIndex}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        {...input('output_index')}
      />
      <TextInput
        label={review.received(deposit.pay_amount?.currency ?? '')}
        description={review.receivedHint}
        inputMode="decimal"
        autoComplete="off"
        placeholder={deposit.pay_amount?.amount}
        {...input('received_amount')}
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

/** Only what was typed is sent; the rest is for the server to fill in (demo mode) or to ask for. */
function approval(typed: Typed) {
  const index = typed.output_index.trim();
  return {
    decision: 'approve' as const,
    ...(typed.txid.trim() === '' ? {} : { txid: typed.txid }),
    ...(index === '' ? {} : { output_index: /^\d+$/.test(index) ? Number(index) : Number.NaN }),
    ...(typed.received_amount.trim() === '' ? {} : { received_amount: typed.received_amount.trim() }),
  };
}
