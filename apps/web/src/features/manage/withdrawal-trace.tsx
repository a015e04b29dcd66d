import { traceWithdrawalBody } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';

const { review } = words;

/** The payment that the client reports as not received was found: it is overdue no longer, and they read what was found. */
export function WithdrawalTrace({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const trace = useSubmit('POST /admin/withdrawals/:id/traced', {
    topics: ['withdrawals'],
    onSuccess: () => {
      setAsking(false);
      toast.success(review.tracedDone);
    },
    onProblem: (problem) => setError(problem.fields[0]?.message),
  });
  const submit = () => {
    const found = Object.values(firstErrors(traceWithdrawalBody, { reason }))[0];
    setError(found);
    if (found === undefined) void trace.submit({ params: { id: withdrawal.id }, body: { reason } });
  };

  return (
    <>
      <Button onClick={() => setAsking(true)}>{review.traced}</Button>
      <DecisionDialog
        pending={trace.pending}
        problem={trace.problem}
        onSubmit={submit}
        onClose={() => setAsking(false)}
        opened={asking}
        title={review.tracedTitle}
        text={review.tracedText(withdrawal.user_email)}
        act={review.traced}
      >
        <ReasonField
          label={review.tracedReason}
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
