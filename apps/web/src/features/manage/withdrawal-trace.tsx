import { traceWithdrawalBody } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const { review } = words;

/** The payment that the client reports as not received was found: it is overdue no longer, and they read what was found. */
export function WithdrawalTrace({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{review.traced}</Button>
      <ReasonDialog
        opened={asking}
        title={review.tracedTitle}
        text={review.tracedText(withdrawal.user_email)}
        act={review.traced}
        label={review.tracedReason}
        route="POST /admin/withdrawals/:id/traced"
        request={(reason) => ({ params: { id: withdrawal.id }, body: { reason } })}
        schema={traceWithdrawalBody}
        topics={['withdrawals']}
        onDone={() => toast.success(review.tracedDone)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
