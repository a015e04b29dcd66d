import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { suspend } from './decisions.ts';

const { user: text } = words;

/** Suspends or unsuspends, always with a reason. */
export function SuspendButton({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState(false);
  if (user.status === 'closed') return null;
  const suspending = user.status === 'active';
  return (
    <>
      <Button
        variant={suspending ? 'outline' : 'filled'}
        {...(suspending ? { color: 'loss' } : {})}
        onClick={() => setAsking(true)}
      >
        {suspending ? text.suspend : text.unsuspend}
      </Button>
      <DecisionDialog decision={suspend} of={user} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
