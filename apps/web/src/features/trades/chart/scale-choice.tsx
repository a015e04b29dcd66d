import { chartWords as words } from '@clearbook/contracts/words/chart';
import { STORED } from '../../../app/storage-names.ts';
import { useStored } from '../../../lib/stored.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import classes from './chart.module.css';
import { SCALES, type Scale } from './plot.ts';

/** How prices are spaced on this device's charts. */
export function useScale(): [Scale, (scale: Scale) => void] {
  const [kept, keep] = useStored(STORED.scale, 'normal');
  return [SCALES.find((scale) => scale === kept) ?? 'normal', keep];
}

/** Equal steps of price, equal parts of it, or percent from the first bar in view. */
export function ScaleChoice({ compares }: { compares: boolean }) {
  const [scale, setScale] = useScale();
  return (
    <>
      <SegmentedControl
        aria-label={words.scale}
        size="xs"
        disabled={compares}
        value={compares ? 'percent' : scale}
        onChange={setScale}
        data={SCALES.map((value) => ({ value, label: words.scales[value] }))}
      />
      {compares && <p className={classes.hint}>{words.scaleCompared}</p>}
    </>
  );
}
