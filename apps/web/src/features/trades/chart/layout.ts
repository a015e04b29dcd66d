import type { ChartChoice, ChartLayout } from '@clearbook/contracts';
import type { ChartCount } from '@clearbook/contracts/chart';

/** What a chart is made of once its asset is known. */
export type Chart = ChartChoice & { readonly symbol: string };
/** What it looks like, whatever is shown in it. */
export type Look = Omit<ChartChoice, 'symbol'>;
export type Layout = Omit<ChartLayout, 'charts'> & { charts: Chart[] };

/** What the charts look like until their owner's choice is here, or where it cannot be read. */
export const PLAIN: ChartLayout = {
  ...{ shown: 1, active: 0 },
  charts: [{ symbol: null, interval: '1h', style: 'candles', indicators: [], compare: [] }],
};

/** A chart smaller than this can no longer be read: below it fewer are shown, and never none. */
const LEAST = { width: 280, height: 170 };
const COLUMNS = { 1: 1, 2: 2, 4: 2 } as const satisfies Record<ChartCount, number>;

/** The asset of the active chart. */
export function symbolOf({ charts, active }: ChartLayout): string | null {
  return charts[active]?.symbol ?? null;
}

/** As many of those that somebody wants to see as there is room for. */
export function fitting(wanted: ChartCount, { width, height }: { width: number; height: number }): ChartCount {
  const fits = (count: ChartCount): boolean =>
    width >= LEAST.width * COLUMNS[count] && height >= (LEAST.height * count) / COLUMNS[count];
  return ([4, 2] as const).find((count) => count <= wanted && fits(count)) ?? 1;
}

/** The places of the charts that are shown: as many as fit, the active one among them. */
export function placesShown({ active, charts }: ChartLayout, count: ChartCount): number[] {
  const first = active - (active % count);
  return charts.map((_, at) => at).slice(first, first + count);
}

/**
 * Every chart with its asset. The active one shows the page's, `symbol`; one whose asset nobody chose, or that is no longer there, shows
 * the next that no other chart shows.
 */
export function withAssets(layout: ChartLayout, symbol: string, offered: readonly string[]): Layout {
  const taken = new Set(layout.charts.map((chart, at) => (at === layout.active ? symbol : chart.symbol)));
  const charts = layout.charts.map((chart, at) => {
    if (at === layout.active) return { ...chart, symbol };
    if (chart.symbol !== null && offered.includes(chart.symbol)) return { ...chart, symbol: chart.symbol };
    const next = after(symbol, offered).find((one) => !taken.has(one)) ?? symbol;
    taken.add(next);
    return { ...chart, symbol: next };
  });
  return { ...layout, charts };
}

/** The layout with so many charts. What is new looks like the active one, and shows the next assets. */
export function showing(layout: Layout, count: ChartCount, offered: readonly string[]): Layout {
  const active = layout.charts[layout.active];
  if (active === undefined) return layout;
  const added = Array.from({ length: Math.max(0, count - layout.charts.length) }, () => ({ ...active, symbol: null }));
  return withAssets({ ...layout, shown: count, charts: [...layout.charts, ...added] }, active.symbol, offered);
}

export function withChart(layout: Layout, at: number, part: Partial<Chart>): Layout {
  return { ...layout, charts: layout.charts.map((chart, nth) => (nth === at ? { ...chart, ...part } : chart)) };
}

/** All assets, those after this one first. */
function after(symbol: string, offered: readonly string[]): string[] {
  const at = offered.indexOf(symbol) + 1;
  return [...offered.slice(at), ...offered.slice(0, at)];
}
