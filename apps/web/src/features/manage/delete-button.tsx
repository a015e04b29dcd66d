import { changeReason } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { ReasonField } from './reason-field.tsx';

const { user: text } = words;

/** Delete account (D14): only an empty one, for good. The server says what is still in it. */
export function DeleteButton({ user }: { user: AdminUser }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const remove = useSubmit('DELETE /admin/users/:id', {
    topics: ['users'],
    onSuccess: (reply) => {
      toast.success(reply.message);
      void navigate('/all-user?tab=users');
    },
    onProblem: (problem) => {
      setError(problem.fields.find((field) => field.name === 'reason')?.message);
      toast.error(`${messages.closing.failed}. ${problem.detail}`);
    },
  });
  if (user.status === 'closed' || user.role === 'admin') return null;

  const submit = () => {
    const read = changeReason.safeParse(reason);
    setError(read.error?.issues[0]?.message);
    if (read.success) void remove.submit({ params: { id: user.id }, body: { reason: read.data } });
  };

  return (
    <>
      <Button
        mt="md"
        variant="subtle"
        color="loss"
        onClick={() => {
          remove.clear();
          setError(undefined);
          setAsking(true);
        }}
      >
        {text.remove}
      </Button>
      <DecisionDialog
        opened={asking}
        title={text.removeTitle}
        text={text.removeText(user.email)}
        act={text.remove}
        danger
        pending={remove.pending}
        problem={remove.problem}
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
