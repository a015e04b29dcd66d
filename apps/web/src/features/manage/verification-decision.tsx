import { verificationDecisionBody } from '@clearbook/contracts/identity';
import type { AdminVerification } from '@clearbook/contracts/identity';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';
import { LiveNote } from './two-people-note.tsx';

const { review, verifications: text } = words;
type Side = 'front' | 'back';

/** Approve and Decline, about exactly the pictures on this page. Who comes second sees the first decision. */
export function VerificationDecision({ verification }: { verification: AdminVerification }) {
  const navigate = useNavigate();
  const waiting = (['front', 'back'] as const).filter((side) => verification[side]?.status === 'pending');
  // An approval can be taken back; with real money another person has to agree.
  const again = verification.status === 'approved';
  const live = useQuery(queries.me()).data?.mode === 'live';
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null);
  const [reason, setReason] = useState('');
  const [documents, setDocuments] = useState<Side[]>(waiting);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const decide = useSubmit('POST /admin/verifications/:id/decision', {
    form: { values: [reason, ...documents].join() },
    topics: ['identity', 'users', 'proposals'],
    onSuccess: (_, request) => {
      toast.success(
        again && live ? proposalWords.proposed : request.body?.decision === 'reject' ? text.declined : text.approved,
      );
      void navigate('/all-user?tab=verifications');
    },
    onProblem: (problem) => {
      if (problem.status === 409) {
        setAsking(null);
        toast.error(problem.detail);
      }
      setErrors(Object.fromEntries(problem.fields.map((field) => [field.name, field.message])));
    },
  });

  const ask = (decision: 'approve' | 'decline') => {
    decide.clear();
    setErrors({});
    setAsking(decision);
  };
  const send = () => {
    const { submission } = verification;
    const body =
      asking === 'decline'
        ? { decision: 'reject' as const, reason, ...(!again && { documents }), submission }
        : { decision: 'approve' as const, submission };
    const found = firstErrors(verificationDecisionBody, body);
    setErrors(found);
    if (Object.keys(found).length === 0)
      void decide.submit({ params: { id: verification.id }, body: verificationDecisionBody.parse(body) });
  };

  if (verification.status === 'declined') return <Text c="dimmed">{review.decidedNote}</Text>;
  return (
    <>
      <Group mt="md">
        {again ? null : <Button onClick={() => ask('approve')}>{text.approve}</Button>}
        <Button variant="outline" color="loss" onClick={() => ask('decline')}>
          {text.decline}
        </Button>
      </Group>
      <DecisionDialog
        opened={asking === 'approve'}
        title={text.approveTitle}
        text={text.approveText(verification.user_email)}
        act={text.approve}
        pending={decide.pending}
        problem={decide.problem}
        onSubmit={send}
        onClose={() => setAsking(null)}
      />
      <DecisionDialog
        opened={asking === 'decline'}
        title={text.declineTitle}
        text={again ? text.takeBackText(verification.user_email) : text.declineText(verification.user_email)}
        act={text.decline}
        danger
        pending={decide.pending}
        problem={decide.problem}
        onSubmit={send}
        onClose={() => setAsking(null)}
      >
        {again ? <LiveNote>{proposalWords.notice}</LiveNote> : null}
        {waiting.length > 1 && (
          <Checkbox.Group
            label={text.which}
            value={documents}
            error={errors['documents']}
            onChange={(chosen) => {
              setDocuments(waiting.filter((side) => chosen.includes(side)));
              setErrors((all) => ({ ...all, documents: undefined }));
            }}
          >
            <Stack gap="xs" mt="xs">
              <Checkbox value="front" label={text.front} />
              <Checkbox value="back" label={text.back} />
            </Stack>
          </Checkbox.Group>
        )}
        <ReasonField
          value={reason}
          error={errors['reason']}
          onChange={(value) => {
            setReason(value);
            setErrors((all) => ({ ...all, reason: undefined }));
          }}
        />
      </DecisionDialog>
    </>
  );
}
