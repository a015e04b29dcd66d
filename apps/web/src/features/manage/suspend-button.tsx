import { patchUserBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';

const { user: text } = words;

/** Suspends or unsuspends, always with a reason. */
export function SuspendButton({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const patch = useSubmit('PATCH /admin/users/:id', {
    topics: ['users'],
    onSuccess: () => {
      setAsking(false);
      setReason('');
      toast.success(messages.admin.statusUpdated);
    },
    onProblem: (problem) => setError(problem.fields.find((field) => field.name === 'reason')?.message),
  });
  if (user.status === 'closed') return null;
  const suspending = user.status === 'active';

  const submit = () => {
    const body = { status: suspending ? ('suspended' as const) : ('active' as const), reason };
    const found = firstErrors(patchUserBody, body)['reason'];
    setError(found);
    if (found === undefined) void patch.submit({ params: { id: user.id }, body: patchUserBody.parse(body) });
  };

  return (
    <>
      <Button
        mt="md"
        variant={suspending ? 'outline' : 'filled'}
        {...(suspending ? { color: 'loss' } : {})}
        onClick={() => {
          patch.clear();
          setError(undefined);
          setAsking(true);
        }}
      >
        {suspending ? text.suspend : text.unsuspend}
      </Button>
      <DecisionDialog
        opened={asking}
        title={suspending ? text.suspendTitle : text.unsuspendTitle}
        text={suspending ? text.suspendText : text.unsuspendText}
        act={suspending ? text.suspend : text.unsuspend}
        danger={suspending}
        pending={patch.pending}
        problem={patch.problem}
        onSubmit={submit}
        onClose={() => setAsking(false)}
      >
        <ReasonField
          value={reason}
          error={error}
          onChange={(typed) => {
            setReason(typed);
            setError(undefined);
          }}
        />
      </DecisionDialog>
    </>
  );
}
