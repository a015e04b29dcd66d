import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useHere } from '../../lib/use-here.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { deleteUser } from './decisions.ts';

const { user: text } = words;

/** Delete account (D14): only an empty one, for good. The server says what is still in it. */
export function DeleteButton({ user }: { user: AdminUser }) {
  const navigate = useNavigate();
  const here = useHere();
  const [asking, setAsking] = useState(false);
  if (user.status === 'closed' || user.role === 'admin') return null;
  return (
    <>
      <Button variant="subtle" color="loss" onClick={() => setAsking(true)}>
        {text.remove}
      </Button>
      <DecisionDialog
        decision={deleteUser}
        of={user}
        opened={asking}
        onProblem={(problem) => toast.error(`${messages.closing.failed}. ${problem.detail}`)}
        onDone={() => {
          if (here()) void navigate('/all-user?tab=users');
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
