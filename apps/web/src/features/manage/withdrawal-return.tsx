import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { returnPayout } from './decisions.ts';
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
        {withdrawal.not_received ? (
          <Can permission="withdrawal.trace">
            <WithdrawalTrace withdrawal={withdrawal} />
          </Can>
        ) : null}
        {withdrawal.proposal_id === null ? (
          <Can permission="withdrawal.return">
            <Button variant="outline" onClick={() => setAsking(true)}>
              {review.cameBack}
            </Button>
          </Can>
        ) : null}
      </Group>
      <DecisionDialog decision={returnPayout} of={withdrawal} opened={asking} onClose={() => setAsking(false)}>
        <ReleaseNote userId={withdrawal.user_id} amount={withdrawal.amount.amount} />
      </DecisionDialog>
    </>
  );
}
