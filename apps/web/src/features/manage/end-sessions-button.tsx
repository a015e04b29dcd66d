import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { endSessions } from './decisions.ts';

const { user: text } = words;

/** Logs a person out of every browser; they read the reason. */
export function EndSessionsButton({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState(false);
  if (user.status === 'closed') return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text.endSessions}
      </Button>
      <DecisionDialog decision={endSessions} of={user} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
