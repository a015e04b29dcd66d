import type { SignalDetail } from '@clearbook/contracts/signals';
import { signalWords as words } from '@clearbook/contracts/words/signals';
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineStyle,
  type AutoscaleInfo,
  type CandlestickData,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { token, useAppearance } from '../../lib/appearance.ts';
import { chartTimes } from '../../ui/chart-times.ts';
import { formatPrice } from '../../lib/format.ts';

/** The recorded bars around a signal with its three prices. Its numbers are for drawing only. */
export default function SignalChart({ signal, digits }: { signal: SignalDetail; digits: number }) {
  const box = useRef<HTMLDivElement>(null);
  const appearance = useAppearance();

  useEffect(() => {
    if (box.current === null) return undefined;
    const levels = [signal.entry, signal.stop, signal.target].map(Number);
    const [up, down, grid, line] = [
      token('--candle-up'),
      token('--candle-down'),
      token('--grid-line'),
      token('--line'),
    ];
    const api = createChart(box.current, {
      autoSize: true,
      layout: {
        background: { color: 'transparent' },
        textColor: token('--text-2'),
        fontFamily: getComputedStyle(document.body).fontFamily,
        fontSize: 11,
        attributionLogo: false,
      },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line, rightOffset: 2, timeVisible: true, secondsVisible: false },
      localization: { locale: 'en-GB', priceFormatter: (price: number) => formatPrice(price.toFixed(digits)) },
      handleScroll: false,
      handleScale: false,
    });
    api.applyOptions(chartTimes(true));
    const series = api.addSeries(CandlestickSeries, {
      borderVisible: false,
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
      priceLineVisible: false,
      lastValueVisible: false,
      // The three prices are always in view, also where no bar reached them.
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => widened(own(), levels),
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
    });
    series.setData(
      signal.bars.map((bar): CandlestickData<UTCTimestamp> => ({
        time: seconds(bar.time),
        open: Number(bar.open),
        high: Number(bar.high),
        low: Number(bar.low),
        close: Number(bar.close),
      })),
    );
    for (const [title, price, color] of [
      [words.columns.entry, signal.entry, token('--accent-text')],
      [words.columns.stop, signal.stop, token('--loss')],
      [words.columns.target, signal.target, token('--gain')],
    ] as const) {
      series.createPriceLine({ price: Number(price), color, title, lineWidth: 1, lineStyle: LineStyle.Dashed });
    }
    createSeriesMarkers(series, [
      {
        time: seconds(signal.bar_time),
        position: signal.side === 'buy' ? 'belowBar' : 'aboveBar',
        shape: signal.side === 'buy' ? 'arrowUp' : 'arrowDown',
        color: token('--accent-text'),
      },
    ]);
    api.timeScale().fitContent();
    return () => api.remove();
  }, [signal, digits, appearance]);

  return <div ref={box} aria-hidden />;
}

function widened(own: AutoscaleInfo | null, levels: readonly number[]): AutoscaleInfo {
  const range = own?.priceRange;
  const all = range === null || range === undefined ? levels : [range.minValue, range.maxValue, ...levels];
  return { priceRange: { minValue: Math.min(...all), maxValue: Math.max(...all) } };
}

function seconds(iso: string): UTCTimestamp {
  return (Date.parse(iso) / 1000) as UTCTimestamp;
}
