import { returnWithdrawalBody } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';
import { WithdrawalTrace } from './withdrawal-trace.tsx';

const { review } = words;

/** The bank or chain sent a payout back: the client gets the whole amount again, the fee included. */
export function WithdrawalReturn({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const giveBack = useSubmit('POST /admin/withdrawals/:id/return', {
    topics: ['withdrawals', 'users'],
    onSuccess: () => {
      setAsking(false);
      toast.success(review.withdrawalReturned);
    },
    onProblem: (problem) => setError(problem.fields[0]?.message),
  });
  const submit = () => {
    const found = Object.values(firstErrors(returnWithdrawalBody, { reason }))[0];
    setError(found);
    if (found === undefined) void giveBack.submit({ params: { id: withdrawal.id }, body: { reason } });
  };

  return (
    <>
      <Text c="dimmed">{review.decidedNote}</Text>
      <Group mt="md" gap="xs">
        {withdrawal.not_received ? <WithdrawalTrace withdrawal={withdrawal} /> : null}
        <Button variant="outline" onClick={() => setAsking(true)}>
          {review.cameBack}
        </Button>
      </Group>
      <DecisionDialog
        pending={giveBack.pending}
        problem={giveBack.problem}
        onSubmit={submit}
        onClose={() => setAsking(false)}
        opened={asking}
        title={review.cameBackTitle}
        text={review.cameBackText(formatUsd(withdrawal.amount.amount), withdrawal.user_email)}
        act={review.giveBack}
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
