import type { AdminHold } from '@clearbook/contracts/holds';
import { holdWords } from '@clearbook/contracts/words/holds';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { liftHold, renewHold } from './decisions.ts';

const { manage: words } = holdWords;

/** What can be done about a hold that runs: propose a later end, unless it is automatic; lift it. */
export function HoldActions({ hold, now }: { hold: AdminHold; now: string }) {
  const [asking, setAsking] = useState<'renew' | 'lift' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Group gap="xs" mt="xs">
        {hold.automatic ? null : (
          <Can permission="hold.place">
            <Button
              size="xs"
              variant="default"
              aria-label={words.renewOf(hold.reference)}
              onClick={() => setAsking('renew')}
            >
              {words.renew}
            </Button>
          </Can>
        )}
        <Can permission="hold.lift">
          <Button
            size="xs"
            variant="default"
            aria-label={words.liftOf(hold.reference)}
            onClick={() => setAsking('lift')}
          >
            {words.lift}
          </Button>
        </Can>
      </Group>
      <DecisionDialog decision={renewHold} of={{ hold, now }} opened={asking === 'renew'} onClose={close} />
      <DecisionDialog decision={liftHold} of={hold} opened={asking === 'lift'} onClose={close} />
    </>
  );
}
