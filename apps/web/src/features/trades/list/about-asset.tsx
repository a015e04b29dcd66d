import { Button } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { marketWords } from '@clearbook/contracts/words/market';
import { Info } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../lib/part.ts';
import classes from '../ticket/ticket.module.css';

const AssetFacts = later(() => import('./asset-facts.tsx'));

/** Opens what there is to know about an asset before trading it, beside whatever else can be done with it. */
export function AboutAsset({ instrument, children }: { instrument: Instrument; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  // The sheet stays once it was asked for, so that it can leave as it came.
  const [wanted, setWanted] = useState(false);
  return (
    <div className={classes.about}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Info size={14} aria-hidden />}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {marketWords.about.button}
      </Button>
      {children}
      {wanted && (
        <Suspense fallback={null}>
          <AssetFacts instrument={instrument} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
