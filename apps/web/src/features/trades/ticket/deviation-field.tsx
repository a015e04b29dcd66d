import { orderWords as words } from '@clearbook/contracts/words/orders';
import type { ReactNode } from 'react';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { Deviation } from './max-deviation.ts';
import classes from './ticket.module.css';

type Props = { value: Deviation; onChange: (next: Deviation) => void; error?: ReactNode };

const UNITS = ['percent', 'points'] as const;

/** How far the price may move against the client before a market order is refused, in percent or in points. */
export function DeviationField({ value, onChange, error }: Props) {
  return (
    <div className={classes.deviation}>
      <DecimalInput
        label={words.deviation}
        description={words.deviationHint}
        value={value.value}
        error={error}
        onChange={(next) => onChange({ ...value, value: next })}
      />
      <SegmentedControl
        size="xs"
        aria-label={words.deviationUnit}
        data={UNITS.map((unit) => ({ value: unit, label: words.deviationUnits[unit] }))}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </div>
  );
}
