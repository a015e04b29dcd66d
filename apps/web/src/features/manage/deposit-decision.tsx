import type { AdminDeposit } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { Credit, useCredit } from './deposit-credit.tsx';
import { approveDeposit, isLoan, type Receipt, rejectDeposit } from './receipt.ts';
import { LiveNote, TwoPeopleNote, WaitsForSecond } from './two-people-note.tsx';
import { useDecision } from './use-decision.ts';

const { review } = words;

/** Approve and Reject. A decision is taken once; who comes second is told so and sees the first one. */
export function DepositDecision({ deposit }: { deposit: AdminDeposit }) {
  const demo = useQuery(queries.me()).data?.mode === 'demo';
  const { asking, ask, ...outcome } = useDecision('deposit');
  const [typed, setTyped] = useState<Receipt | null>(null);
  const { credit, old } = useCredit(deposit, typed);

  if (deposit.status === 'awaiting_payment') return <Text c="dimmed">{review.waitsForProof}</Text>;
  if (deposit.status !== 'pending')
    return (
      <Text c="dimmed">
        {deposit.status === 'rejected' && !isLoan(deposit) ? review.rejectedNote : review.decidedNote}
      </Text>
    );
  return (
    <>
      {deposit.proposal_id === null ? null : <WaitsForSecond />}
      <Can permission={isLoan(deposit) ? 'loan.review' : 'deposit.decide'}>
        <Group mt="md">
          {deposit.proposal_id === null ? (
            <Button aria-keyshortcuts="A" onClick={() => ask('approve')}>
              {review.approve}
            </Button>
          ) : null}
          {deposit.proposal_id === null || isLoan(deposit) ? (
            <Button aria-keyshortcuts="R" variant="outline" color="loss" onClick={() => ask('reject')}>
              {review.reject}
            </Button>
          ) : null}
        </Group>
      </Can>
      <DecisionDialog
        decision={approveDeposit}
        of={{ deposit, demo, credit }}
        opened={asking === 'approve'}
        onTyped={setTyped}
        below={credit === undefined ? null : <Credit credit={credit} old={old} />}
        last={credit?.takes_two ? <TwoPeopleNote>{proposalWords.noticePayout}</TwoPeopleNote> : null}
        {...outcome}
      >
        {isLoan(deposit) ? <LiveNote>{proposalWords.notice}</LiveNote> : null}
        {demo && !isLoan(deposit) ? (
          <Text size="sm" c="dimmed">
            {review.demoFilled}
          </Text>
        ) : null}
      </DecisionDialog>
      <DecisionDialog decision={rejectDeposit} of={deposit} opened={asking === 'reject'} {...outcome} />
    </>
  );
}
