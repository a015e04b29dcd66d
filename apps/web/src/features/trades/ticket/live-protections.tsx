import { Stack } from '@mantine/core';
import type { Instrument, Side } from '@clearbook/contracts';
import { protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import type { ReactNode } from 'react';
import { useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { pricingOf, type OrderValues, protectionsOf } from './order.form.ts';
import type { Protection, Typed } from './preview.ts';
import { ProtectionFields } from './protection-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import type { TypedTarget } from './targets.ts';
import classes from './ticket.module.css';

type LiveProps = {
  instrument: Instrument;
  values: OrderValues;
  errors: Partial<Record<string, ReactNode>>;
  onChange: (what: Protection, typed: Typed) => void;
  onAim: (side: Side) => void;
  onTargets: (targets: TypedTarget[]) => void;
};

/** The three rows, converted at each quote for the side that is chosen here; each button converts them for its own. */
export function LiveProtections({ instrument, values, errors, onChange, onAim, onTargets }: LiveProps) {
  const quotes = useQuotes(symbolsFor(instrument));
  return (
    <Stack gap="xs">
      <div className={classes.aim}>
        <span id="calculate-for">{protectionWords.calculateFor}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="calculate-for"
          data={[
            { value: 'sell' as const, label: words.sell },
            { value: 'buy' as const, label: words.buy },
          ]}
          value={values.aim}
          onChange={onAim}
        />
      </div>
      <ProtectionFields
        of={instrument}
        pricing={pricingOf(instrument, values, values.aim, quotes)}
        values={protectionsOf(values)}
        onChange={onChange}
        errors={errors}
      />
      <TargetFields values={values.targets} errors={errors} onChange={onTargets} />
    </Stack>
  );
}
