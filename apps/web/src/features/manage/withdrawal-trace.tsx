import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { tracePayout } from './decisions.ts';

const { review } = words;

/** The payment that the client reports as not received was found: it is overdue no longer, and they read what was found. Not while its return is proposed. */
export function WithdrawalTrace({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {withdrawal.proposal_id === null ? <Button onClick={() => setAsking(true)}>{review.traced}</Button> : null}
      <DecisionDialog decision={tracePayout} of={withdrawal} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
