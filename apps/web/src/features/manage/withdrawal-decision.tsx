import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { approveWithdrawal, rejectWithdrawal } from './decisions.ts';
import { HoldInTheWay, useRunningHold } from './hold-in-the-way.tsx';
import { ReleaseNote, WaitsForSecond } from './two-people-note.tsx';
import { useCan } from './use-can.ts';
import { useDecision } from './use-decision.ts';
import { WithdrawalReturn } from './withdrawal-return.tsx';

const { review } = words;

/** Approve (with the payout reference that the client will see) and Reject. A decision is taken once. */
export function WithdrawalDecision({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const demo = useQuery(queries.me()).data?.mode === 'demo';
  const hold = useRunningHold(withdrawal);
  const can = useCan();
  const mayDecide = can('withdrawal.decide') && can('proposal.read');
  // Read before the dialog opens: what it says about them moves nothing there.
  useQuery({
    ...queries.releaseLimits(withdrawal.user_id),
    enabled: mayDecide && ['pending', 'approved'].includes(withdrawal.status),
  });
  const { asking, ask, ...outcome } = useDecision('withdrawals');

  if (withdrawal.status === 'awaiting_code') return <Text c="dimmed">{review.waitsForCode}</Text>;
  if (withdrawal.status === 'approved') return <WithdrawalReturn withdrawal={withdrawal} />;
  if (withdrawal.status !== 'pending') return <Text c="dimmed">{review.decidedNote}</Text>;
  if (hold === undefined) return <Skeleton height={36} mt="md" aria-busy />;
  return (
    <>
      {hold === null ? null : <HoldInTheWay hold={hold} userId={withdrawal.user_id} />}
      {withdrawal.proposal_id === null ? null : <WaitsForSecond />}
      <Can permission="withdrawal.decide">
        <Group mt="md">
          {withdrawal.proposal_id === null ? (
            <Button aria-keyshortcuts="A" onClick={() => ask('approve')} disabled={hold !== null}>
              {review.approve}
            </Button>
          ) : null}
          <Button aria-keyshortcuts="R" variant="outline" color="loss" onClick={() => ask('reject')}>
            {review.reject}
          </Button>
        </Group>
      </Can>
      <DecisionDialog decision={approveWithdrawal} of={{ withdrawal, demo }} opened={asking === 'approve'} {...outcome}>
        <ReleaseNote userId={withdrawal.user_id} amount={withdrawal.amount.amount} />
      </DecisionDialog>
      <DecisionDialog decision={rejectWithdrawal} of={withdrawal} opened={asking === 'reject'} {...outcome} />
    </>
  );
}
