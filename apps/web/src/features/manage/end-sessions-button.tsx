import { endSessionsBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
      <ReasonDialog
        opened={asking}
        title={text.endSessionsTitle}
        text={text.endSessionsText}
        act={text.endSessions}
        danger
        route="POST /admin/users/:id/end-sessions"
        request={(reason) => ({ params: { id: user.id }, body: { reason } })}
        schema={endSessionsBody}
        topics={[]}
        onDone={({ ended }) => toast.success(messages.admin.sessionsEnded(ended))}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
