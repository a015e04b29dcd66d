import type { ChartLayout, Instrument } from '@clearbook/contracts';
import type { ChartCount } from '@clearbook/contracts/chart';
import { useEffect, useState } from 'react';
import { type Chart, type Layout, showing, withAssets, withChart } from './layout.ts';
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
};

/** The client's charts. The active one shows the page's asset, which is `named` in the address and changed by `onAsset`. */
export function useCharts(named: string | null, onAsset: (symbol: string) => void) {
  const { layout: kept, change } = useLayout();
  // The address follows a moment later: until it names the asset of the chart that was chosen, that chart is not the active one, or
  // the former one's asset would come and go in it.
  const [chosen, setChosen] = useState<{ at: number; symbol: string } | null>(null);
  useEffect(() => {
    if (chosen === null || chosen.symbol !== named) return;
    change((now) => ({ ...now, active: chosen.at }));
    setChosen(null);
  }, [chosen, named, change]);
  const layout =
    kept !== undefined && chosen !== null && chosen.symbol === named ? { ...kept, active: chosen.at } : kept;
  const several = layout !== undefined && layout.shown > 1;
  return {
    /** The asset of the active chart where several are shown; of one alone it is not kept. */
    asset: several ? (layout.charts[layout.active]?.symbol ?? null) : null,
    ready: layout !== undefined,
    /** Another asset was chosen for the page: where several charts are shown, that is what the active one shows from now on. */
    chose: (symbol: string) => {
      setChosen(null);
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
          const next = shown.charts[at];
          if (next === undefined || at === active) return;
          // What the former one shows, which may have come with the address.
          changed((now) => now);
          setChosen({ at, symbol: next.symbol });
          onAsset(next.symbol);
        },
        show: (count) => changed((now) => showing(now, count, offered)),
      };
    },
  };
}
