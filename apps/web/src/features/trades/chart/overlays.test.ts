import type { IChartApi } from 'lightweight-charts';
import { expect, it, vi } from 'vitest';
import type { Colors } from './colors.ts';

vi.mock('lightweight-charts', () => ({ LineSeries: {}, LineStyle: {}, LineType: {}, PriceScaleMode: { Normal: 0 } }));
const { Overlays } = await import('./overlays.ts');

it('[H21] an indicator in a pane of its own keeps its own scale, whichever is chosen for the prices', () => {
  const scaled: [number, unknown][] = [];
  const api = {
    addSeries: (_: unknown, __: unknown, pane: number) => ({
      applyOptions: () => undefined,
      createPriceLine: () => undefined,
      setData: () => undefined,
      priceScale: () => ({ applyOptions: ({ mode }: { mode?: number }) => scaled.push([pane, mode]) }),
    }),
    panes: () => [],
  } as unknown as IChartApi;
  const colors = { series: ['#000000'] } as unknown as Colors;
  new Overlays(api, () => 0 as never).show(
    [
      { key: 'a', id: 'sma', settings: {} },
      { key: 'b', id: 'rsi', settings: {} },
    ],
    [],
    colors,
  );
  expect(scaled).toEqual([[1, 0]]);
});
