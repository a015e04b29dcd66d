import type { Reply } from '@clearbook/contracts';
import type { Interval } from '@clearbook/contracts/intervals';
import {
  CandlestickSeries,
  createChart,
  type CandlestickData,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { token, useAppearance } from '../lib/appearance.ts';
import { chartTimes } from './chart-times.ts';
import { toPrice } from '../lib/decimal.ts';
import { formatPrice } from '../lib/format.ts';
import { isWithinDay, startOf } from '../lib/intervals.ts';
import { useQuote } from '../lib/quotes.ts';
import classes from './price-chart.module.css';

type Bars = Reply<'GET /bars'>['data'];
type Props = { symbol: string; bars: Bars; interval: Interval; digits: number };

/** The chart itself. Its numbers are for drawing only; money is never computed from them. */
export default function Candles({ symbol, bars, interval, digits }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<{ api: IChartApi; series: ISeriesApi<'Candlestick'> } | null>(null);
  const last = useRef<CandlestickData<UTCTimestamp> | null>(null);
  const quote = useQuote(symbol);
  const appearance = useAppearance();

  useEffect(() => {
    if (box.current === null) return undefined;
    const api = createChart(box.current, {
      autoSize: true,
      layout: {
        background: { color: 'transparent' },
        fontFamily: getComputedStyle(document.body).fontFamily,
        fontSize: 11,
        // The library's own mark brings an inline style, which our content security policy refuses; the link below the chart names it.
        attributionLogo: false,
      },
      timeScale: { rightOffset: 3, timeVisible: isWithinDay(interval), secondsVisible: false },
      localization: { locale: 'en-GB', priceFormatter: (price: number) => formatPrice(price.toFixed(digits)) },
    });
    api.applyOptions(chartTimes(isWithinDay(interval)));
    const series = api.addSeries(CandlestickSeries, {
      borderVisible: false,
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
    });
    chart.current = { api, series };
    return () => {
      chart.current = null;
      api.remove();
    };
  }, [digits, interval]);

  // Other colours are no other chart: what somebody has scrolled to stays where it is.
  useEffect(() => {
    if (chart.current === null) return;
    const { api, series } = chart.current;
    const [up, down, line, grid] = [
      token('--candle-up'),
      token('--candle-down'),
      token('--line'),
      token('--grid-line'),
    ];
    api.applyOptions({
      layout: { textColor: token('--text-2') },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
      crosshair: {
        vertLine: { color: token('--line-strong'), labelBackgroundColor: token('--accent') },
        horzLine: { color: token('--line-strong'), labelBackgroundColor: token('--accent') },
      },
    });
    series.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down });
  }, [appearance, digits, interval]);

  useEffect(() => {
    const rows = bars.map((bar): CandlestickData<UTCTimestamp> => ({
      time: (Date.parse(bar.time) / 1000) as UTCTimestamp,
      open: Number(bar.open),
      high: Number(bar.high),
      low: Number(bar.low),
      close: Number(bar.close),
    }));
    chart.current?.series.setData(rows);
    last.current = rows.at(-1) ?? null;
  }, [bars, digits, interval]);

  useEffect(() => {
    if (quote === undefined || last.current === null) return;
    const mid = Number((toPrice(quote.bid) + toPrice(quote.ask)) / 2n) / 1e10;
    const start = startOf(interval, Date.parse(quote.time) / 1000) as UTCTimestamp;
    if (start < last.current.time) return;
    const bar = last.current;
    last.current =
      start === bar.time
        ? { ...bar, high: Math.max(bar.high, mid), low: Math.min(bar.low, mid), close: mid }
        : { time: start, open: bar.close, high: Math.max(bar.close, mid), low: Math.min(bar.close, mid), close: mid };
    chart.current?.series.update(last.current);
  }, [quote, interval]);

  return <div ref={box} className={classes.canvas} aria-hidden />;
}
