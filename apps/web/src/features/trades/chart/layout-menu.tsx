import type { ChartCount } from '@clearbook/contracts/chart';
import { layoutWords as words } from '@clearbook/contracts/words/layouts';
import { LayoutGrid } from 'lucide-react';
import { later } from '../../../lib/part.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import classes from './chart.module.css';
import { Drop } from './drop.tsx';
import type { Charts } from './use-charts.ts';

const COUNTS = [1, 2, 4] as const satisfies ChartCount[];
/** Fetched when the menu is first opened. */
const SavedLayouts = later(() => import('./saved-layouts.tsx'));

type Props = {
  charts: Charts;
  /** False where there is no room for as many as were chosen. */
  fits: boolean;
};

/** How many charts are shown, and those that are kept under a name. */
export default function LayoutMenu({ charts: { layout, show, open }, fits }: Props) {
  return (
    <Drop label={words.layout} icon={<LayoutGrid size={14} aria-hidden />} bare>
      <SegmentedControl
        aria-label={words.count}
        size="xs"
        value={String(layout.shown)}
        onChange={(value) => show(Number(value) as ChartCount)}
        data={COUNTS.map((count) => ({ value: String(count), label: words.counts[count] }))}
      />
      <p className={classes.hint}>{fits ? words.countHint : words.countTooMany}</p>
      <SavedLayouts layout={layout} onOpen={open} />
    </Drop>
  );
}
