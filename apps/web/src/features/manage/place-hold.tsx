import type { AdminUser } from '@clearbook/contracts/admin';
import { holdWords } from '@clearbook/contracts/words/holds';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { placeHold } from './decisions.ts';
import { TwoPeopleNote } from './two-people-note.tsx';

const { manage: words } = holdWords;

type Props = { user: AdminUser; now: string; takesTwo: boolean; running: boolean };

/** "Place a hold": ground, reference and end, each asked for. What was typed stays until it is sent, also where another one begins meanwhile. */
export function PlaceHold({ user, now, takesTwo, running }: Props) {
  const [asking, setAsking] = useState(false);
  if (user.status === 'closed') return null;
  return (
    <>
      {/* Only one can run at a time: a second one would be refused after all of it was typed. */}
      {!running && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {words.place}
        </Button>
      )}
      <DecisionDialog decision={placeHold} of={{ user, now }} opened={asking} onClose={() => setAsking(false)}>
        {takesTwo ? <TwoPeopleNote>{words.placeTwo}</TwoPeopleNote> : null}
      </DecisionDialog>
    </>
  );
}
