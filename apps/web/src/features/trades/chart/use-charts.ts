import type { ChartLayout, Instrument } from '@clearbook/contracts';
import type { ChartCount } from '@clearbook/contracts/chart';
import { useEffect, useState } from 'react';
import { type Chart, type Layout, showing, symbolOf, withAssets, withChart } from './layout.ts';
import { useLayout } from './use-kept.ts';

/** What is kept of a client's charts, and what changes with the page's asset. */
export type KeptCharts = ReturnType<typeof useCharts>;
/** The same for those who show them, where the page's asset is known. */
export type Charts = {
  readonly layout: Layout;
  readonly change: (at: number, part: Partial<Chart>) => void;
  /** Makes another chart the active one. */
  readonly activate: (at: number) => void;
  readonly show: (count: ChartCount) => void;
  /** Shows other charts in the place of these. */
  readonly open: (layout: ChartLayout) => void;
};

/** The client's charts. The active one shows the page's asset, which is `named` in the address and changed by `onAsset`. */
export function useCharts(named: string | null, onAsset: (symbol: string) => void) {
  const { layout: kept, change } = useLayout();
  // The address follows a moment later: until it names the asset of the chart that was made the active one, all stays as it is, or the
  // former one's asset would come and go in that chart.
  const [next, setNext] = useState<Layout | null>(null);
  const arrived = next !== null && symbolOf(next) === named;
  useEffect(() => {
    if (!arrived) return;
    change(() => next);
    setNext(null);
  }, [arrived, next, change]);
  const layout = arrived ? next : kept;
  const go = (to: Layout) => {
    setNext(to);
    const symbol = symbolOf(to);
    if (symbol !== null) onAsset(symbol);
  };
  const several = layout !== undefined && layout.shown > 1;
  return {
    /** The asset of the active chart where several are shown; of one alone it is not kept. */
    asset: several ? symbolOf(layout) : null,
    ready: layout !== undefined,
    /** Another asset was chosen for the page: where several charts are shown, that is what the active one shows from now on. */
    chose: (symbol: string) => {
      setNext(null);
      if (several)
        change((now) => ({
          ...now,
          charts: now.charts.map((chart, at) => (at === layout.active ? { ...chart, symbol } : chart)),
        }));
    },
    of: (page: Instrument, list: readonly Instrument[]): Charts | undefined => {
      if (layout === undefined) return undefined;
      const { active } = layout;
      const offered = list.map(({ symbol }) => symbol);
      const shown = withAssets(layout, page.symbol, offered);
      const changed = (of: (now: Layout) => ChartLayout) =>
        change((now) => of(withAssets({ ...now, active }, page.symbol, offered)));
      return {
        layout: shown,
        change: (at, part) => changed((now) => withChart(now, at, part)),
        activate: (at) => {
          if (at !== active) go({ ...shown, active: at });
        },
        open: (saved) => {
          const symbol = symbolOf(saved);
          go(withAssets(saved, symbol !== null && offered.includes(symbol) ? symbol : page.symbol, offered));
        },
        show: (count) => changed((now) => showing(now, count, offered)),
      };
    },
  };
}
