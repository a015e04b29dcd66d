import { patchUserBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
      <ReasonDialog
        opened={asking}
        title={suspending ? text.suspendTitle : text.unsuspendTitle}
        text={suspending ? text.suspendText : text.unsuspendText}
        act={suspending ? text.suspend : text.unsuspend}
        danger={suspending}
        route="PATCH /admin/users/:id"
        request={(reason) => ({
          params: { id: user.id },
          body: { status: suspending ? 'suspended' : 'active', reason },
        })}
        schema={patchUserBody}
        topics={['users']}
        onDone={() => toast.success(messages.admin.statusUpdated)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
