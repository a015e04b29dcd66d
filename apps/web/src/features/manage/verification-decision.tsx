import { verificationDecisionBody } from '@clearbook/contracts/identity';
import type { AdminVerification } from '@clearbook/contracts/identity';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';

const { review, verifications: text } = words;
type Side = 'front' | 'back';

/** Approve and Decline, about exactly the pictures on this page. Who comes second sees the first decision. */
export function VerificationDecision({ verification }: { verification: AdminVerification }) {
  const navigate = useNavigate();
  const waiting = (['front', 'back'] as const).filter((side) => verification[side]?.status === 'pending');
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null);
  const [reason, setReason] = useState('');
  const [documents, setDocuments] = useState<Side[]>(waiting);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const decide = useSubmit('POST /admin/verifications/:id/decision', {
    form: { values: [reason, ...documents].join() },
    topics: ['identity', 'users'],
    onSuccess: (_, request) => {
      toast.success(request.body?.decision === 'reject' ? text.declined : text.approved);
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

  if (verification.status !== 'pending') return <Text c="dimmed">{review.decidedNote}</Text>;

  const ask = (decision: 'approve' | 'decline') => {
    decide.clear();
    setErrors({});
    setAsking(decision);
  };
  const send = () => {
    const { submission } = verification;
    const body =
      asking === 'decline'
        ? { decision: 'reject' as const, reason, documents, submission }
        : { decision: 'approve' as const, submission };
    const found = firstErrors(verificationDecisionBody, body);
    setErrors(found);
    if (Object.keys(found).length === 0)
      void decide.submit({ params: { id: verification.id }, body: verificationDecisionBody.parse(body) });
  };

  return (
    <>
      <Group mt="md">
        <Button onClick={() => ask('approve')}>{text.approve}</Button>
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
        text={text.declineText(verification.user_email)}
        act={text.decline}
        danger
        pending={decide.pending}
        problem={decide.problem}
        onSubmit={send}
        onClose={() => setAsking(null)}
      >
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
