import { sizeWords as words } from '@clearbook/contracts/words/size';
import { useState } from 'react';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SAFETY_MARGINS, type SafetyMargin } from './size.ts';
import classes from './ticket.module.css';

type Props = { value: SafetyMargin; onChange: (value: SafetyMargin) => void };

/** Collateral beyond what the size needs: it moves the close-out price further away. */
export function SafetyMarginChoice({ value, onChange }: Props) {
  const [open, setOpen] = useState(value > 0);
  if (!open)
    return (
      <button type="button" className={classes.chip} onClick={() => setOpen(true)}>
        {words.addSafety}
      </button>
    );
  return (
    <div className={classes.safety}>
      <span id="safety-margin">{words.safety}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby="safety-margin"
        data={SAFETY_MARGINS.map((share) => ({ value: String(share), label: words.safetyShare(share) }))}
        value={String(value)}
        onChange={(next) => onChange(SAFETY_MARGINS.find((share) => String(share) === next) ?? 0)}
      />
    </div>
  );
}
