import { chartWords as words } from '@clearbook/contracts/words/chart';
import { ArrowRightLeft } from 'lucide-react';
import { later } from '../../../lib/part.ts';
import { Drop } from './drop.tsx';

/** Fetched when it is first opened. */
const ComparePanel = later(() => import('./compare-panel.tsx'));

type Props = {
  /** The chart's own asset, which is compared with the others. */
  symbol: string;
  compared: readonly string[];
  onChange: (compared: string[]) => void;
};

/** The assets that all charts are compared with. */
export function CompareMenu(props: Props) {
  const { length } = props.compared;
  return (
    <Drop
      label={length === 0 ? words.compare : words.compareOn(length)}
      icon={<ArrowRightLeft size={14} aria-hidden />}
      bare
    >
      <ComparePanel {...props} />
    </Drop>
  );
}
