import { Switch } from '@mantine/core';
import { oneClickWords as words } from '@clearbook/contracts/words/orders';
import { Suspense, useState } from 'react';
import { later } from '../../../lib/part.ts';
import { useOneClick } from './one-click-settings.ts';

const OneClickDialog = later(() => import('./one-click-dialog.tsx'));

/** Off until somebody has read what it means and named a size. */
export function OneClickSwitch() {
  const [{ guard, lots }, set] = useOneClick();
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Switch
        size="xs"
        labelPosition="left"
        label={words.name}
        checked={guard !== null}
        onChange={() => {
          if (guard !== null) set({ guard: null, lots });
          else {
            setAsked(true);
            setAsking(true);
          }
        }}
      />
      {asked && (
        <Suspense fallback={null}>
          <OneClickDialog
            opened={asking}
            onClose={() => setAsking(false)}
            onTurnOn={(chosen) => {
              set({ guard: chosen, lots });
              setAsking(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
