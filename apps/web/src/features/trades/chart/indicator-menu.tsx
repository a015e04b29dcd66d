import type { ChosenIndicator } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { ChartLine } from 'lucide-react';
import { later } from '../../../lib/part.ts';
import type { VolumeKind } from './candles.ts';
import { Drop } from './drop.tsx';

/** Fetched when it is first opened. */
const IndicatorPanel = later(() => import('./indicator-panel.tsx'));

type Props = {
  chosen: readonly ChosenIndicator[];
  /** Null: nobody counts volume here, and what needs it is not offered. */
  volume: VolumeKind | null;
  onChange: (chosen: ChosenIndicator[]) => void;
};

/** The indicators of all charts. */
export function IndicatorMenu(props: Props) {
  const { length } = props.chosen;
  return (
    <Drop
      label={length === 0 ? words.indicators : words.indicatorsOn(length)}
      icon={<ChartLine size={14} aria-hidden />}
    >
      <IndicatorPanel {...props} />
    </Drop>
  );
}
