import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { setStatus } from './decisions.ts';

const { user: text } = words;

const STATUSES = ['suspended', 'active'] as const;

/** Suspends or unsuspends, always with a reason. What was asked for stays what it was, whatever a colleague does meanwhile. */
export function SuspendButton({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState<(typeof STATUSES)[number] | null>(null);
  if (user.status === 'closed') return null;
  const suspending = user.status === 'active';
  return (
    <>
      <Button
        variant={suspending ? 'outline' : 'filled'}
        {...(suspending ? { color: 'loss' } : {})}
        onClick={() => setAsking(suspending ? 'suspended' : 'active')}
      >
        {suspending ? text.suspend : text.unsuspend}
      </Button>
      {STATUSES.map((to) => (
        <DecisionDialog
          key={to}
          decision={setStatus}
          of={{ id: user.id, to, already: asking === to && user.status === to }}
          opened={asking === to}
          onClose={() => setAsking(null)}
        />
      ))}
    </>
  );
}
