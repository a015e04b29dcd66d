import type { AdminVerification } from '@clearbook/contracts/identity';
import { identityDateWords } from '@clearbook/contracts/words/identity-dates';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiProblem } from '../../lib/problem.ts';
import { queries } from '../../lib/queries.ts';
import { useHere } from '../../lib/use-here.ts';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { useDecided } from './decided.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { approveIdentity, declineIdentity, recordDates, takesBack } from './decisions.ts';
import { LiveNote } from './two-people-note.tsx';

const { review, verifications: text } = words;
const { staff: dateWords } = identityDateWords;

/** Approve and Decline, about exactly the pictures on this page. Who comes second sees the first decision. */
export function VerificationDecision({ verification }: { verification: AdminVerification }) {
  const navigate = useNavigate();
  const here = useHere();
  const onDone = useDecided(() => {
    if (here()) void navigate('/all-user?tab=verifications');
  });
  const again = takesBack(verification);
  const live = useQuery(queries.me()).data?.mode === 'live';
  const [asking, setAsking] = useState<'approve' | 'decline' | 'dates' | null>(null);
  const outcome = {
    of: { verification, live },
    onClose: () => setAsking(null),
    onDone,
    onProblem: ({ status, detail }: ApiProblem) => {
      if (status !== 409) return;
      setAsking(null);
      toast.error(detail);
    },
  };

  if (verification.status === 'declined' && !again) return <Text c="dimmed">{review.decidedNote}</Text>;
  return (
    <>
      {verification.is_verified && verification.status !== 'approved' ? (
        <Text c="dimmed" mt="md">
          {dateWords.stands[verification.status]}
        </Text>
      ) : null}
      <Can permission="verification.decide">
        <Group mt="md">
          {again ? null : (
            <Button aria-keyshortcuts="A" onClick={() => setAsking('approve')}>
              {text.approve}
            </Button>
          )}
          <Button aria-keyshortcuts="R" variant="outline" color="loss" onClick={() => setAsking('decline')}>
            {text.decline}
          </Button>
          {verification.is_verified ? (
            <Button variant="default" onClick={() => setAsking('dates')}>
              {verification.dates === null ? dateWords.record : dateWords.correct}
            </Button>
          ) : null}
        </Group>
      </Can>
      <DecisionDialog
        key={verification.dates?.recorded_at ?? 'none'}
        decision={recordDates}
        of={verification}
        opened={asking === 'dates'}
        onClose={() => setAsking(null)}
      />
      <DecisionDialog decision={approveIdentity} opened={asking === 'approve'} {...outcome} />
      <DecisionDialog decision={declineIdentity} opened={asking === 'decline'} {...outcome}>
        {again ? <LiveNote>{proposalWords.notice}</LiveNote> : null}
      </DecisionDialog>
    </>
  );
}
