import { returnWithdrawalBody } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { toast } from '../../ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReleaseNote, WaitsForSecond } from './two-people-note.tsx';
import { WithdrawalTrace } from './withdrawal-trace.tsx';

const { review } = words;

/** The bank or chain sent a payout back: the client gets the whole amount again, the fee included. */
export function WithdrawalReturn({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Text c="dimmed">{review.decidedNote}</Text>
      {withdrawal.proposal_id === null ? null : <WaitsForSecond />}
      <Group mt="md" gap="xs">
        {withdrawal.not_received ? <WithdrawalTrace withdrawal={withdrawal} /> : null}
        {withdrawal.proposal_id === null ? (
          <Button variant="outline" onClick={() => setAsking(true)}>
            {review.cameBack}
          </Button>
        ) : null}
      </Group>
      <ReasonDialog
        opened={asking}
        title={review.cameBackTitle}
        text={review.cameBackText(formatUsd(withdrawal.amount.amount), withdrawal.user_email)}
        act={review.giveBack}
        route="POST /admin/withdrawals/:id/return"
        request={(reason) => ({ params: { id: withdrawal.id }, body: { reason } })}
        schema={returnWithdrawalBody}
        topics={['withdrawals', 'users', 'proposals']}
        onDone={(reply) =>
          toast.success(reply.status === 'returned' ? review.withdrawalReturned : messages.proposal.made)
        }
        onClose={() => setAsking(false)}
      >
        <ReleaseNote userId={withdrawal.user_id} amount={withdrawal.amount.amount} />
      </ReasonDialog>
    </>
  );
}
