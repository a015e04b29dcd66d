import type { Instrument } from '@clearbook/contracts';
import { alertWords as words } from '@clearbook/contracts/words/alerts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { later } from '../../lib/part.ts';
import { queries } from '../../lib/queries.ts';

const AlertDialog = later(() => import('./alert-dialog.tsx'));

/** Sets an alert for one asset, over the page on which it is shown. Staff have none. */
export function AlertButton({ instrument }: { instrument: Instrument }) {
  const [opened, setOpened] = useState(false);
  // A form of its own each time; and it stays once it was asked for, so that it can leave as it came.
  const [asked, setAsked] = useState(0);
  const open = () => {
    setAsked((times) => times + 1);
    setOpened(true);
  };
  const { data: me } = useQuery(queries.me());
  if (me?.role !== 'client') return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={words.createOf(instrument.name)}
        aria-haspopup="dialog"
        leftSection={<AlarmClock size={14} aria-hidden />}
        onClick={open}
      >
        {words.short}
      </Button>
      {asked > 0 && (
        <Suspense fallback={null}>
          <AlertDialog
            key={asked}
            list={[instrument]}
            about={{ alert: null, symbol: instrument.symbol, price: '' }}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
