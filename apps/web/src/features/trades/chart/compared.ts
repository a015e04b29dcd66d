import type { Candle } from '@clearbook/domain/indicators';
import { LineSeries, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import type { Colors } from './colors.ts';

/** What the legend says of a compared asset: percent from the first bar in view, NaN where it has none, and the colour of its line. */
export type ComparedFigure = { readonly percent: number; readonly color: string };

type Line = { readonly series: ISeriesApi<'Line'>; closes: number[] };

/**
 * The close at each of the chart's own times, NaN where the other asset has no bar: a line has no place of its own on the axis of time,
 * or drawings and indicators, which count bars, would move.
 */
export function closesAt(times: readonly number[], bars: readonly Candle[]): number[] {
  const closes = new Map(bars.map(({ time, close }) => [time, close]));
  return times.map((time) => closes.get(time) ?? Number.NaN);
}

/** Percent from the first close at or after `from` to the last one at or before `at`. */
export function percentSince(closes: readonly number[], from: number, at: number): number {
  const shown = closes.slice(Math.max(0, from), at + 1).filter((close) => !Number.isNaN(close));
  const [first, last] = [shown[0], shown.at(-1)];
  return first === undefined || last === undefined ? Number.NaN : (100 * (last - first)) / first;
}

/** Other assets over the bars of a chart whose scale is percent: each line begins at zero where the view does. */
export class Compared {
  readonly #api: IChartApi;
  readonly #lines = new Map<string, Line>();
  /** Also of assets whose line is yet to be shown: what reads the bars may be quicker than what shows the lines. */
  readonly #bars = new Map<string, readonly Candle[]>();
  #times: readonly number[] = [];
  #colors: readonly string[] = [];

  constructor(api: IChartApi) {
    this.#api = api;
  }

  show(symbols: readonly string[]): void {
    for (const [symbol, { series }] of this.#lines) {
      if (symbols.includes(symbol)) continue;
      this.#api.removeSeries(series);
      this.#lines.delete(symbol);
      this.#bars.delete(symbol);
    }
    for (const symbol of symbols) {
      if (this.#lines.has(symbol)) continue;
      const series = this.#api.addSeries(LineSeries, { lineWidth: 2, priceLineVisible: false }, 0);
      const line: Line = { series, closes: [] };
      this.#lines.set(symbol, line);
      this.#fill(symbol, line);
    }
    this.#paint();
  }

  paint({ series }: Colors): void {
    // Indicators take theirs from the other end.
    this.#colors = series.toReversed();
    this.#paint();
  }

  /** The times of the chart's own bars, all of them anew. */
  fill(times: readonly number[]): void {
    this.#times = times;
    for (const [symbol, line] of this.#lines) this.#fill(symbol, line);
  }

  setBars(symbol: string, bars: readonly Candle[]): void {
    this.#bars.set(symbol, bars);
    const line = this.#lines.get(symbol);
    if (line !== undefined) this.#fill(symbol, line);
  }

  /** A quote of a compared asset within the chart's newest bar, which begins at `time`. */
  quote(symbol: string, time: number, price: number): void {
    const [line, at] = [this.#lines.get(symbol), this.#times.length - 1];
    if (line === undefined || line.closes.length === 0 || time !== this.#times[at]) return;
    line.closes[at] = price;
    line.series.update({ time: time as UTCTimestamp, value: price });
  }

  figures(from: number, at: number): ReadonlyMap<string, ComparedFigure> {
    return new Map(
      [...this.#lines].map(([symbol, { closes }], nth) => [
        symbol,
        { percent: percentSince(closes, from, at), color: this.#colorOf(nth) },
      ]),
    );
  }

  #fill(symbol: string, line: Line): void {
    line.closes = closesAt(this.#times, this.#bars.get(symbol) ?? []);
    line.series.setData(
      line.closes.flatMap((value, at) =>
        Number.isNaN(value) ? [] : [{ time: this.#times[at] as UTCTimestamp, value }],
      ),
    );
  }

  #paint(): void {
    for (const [nth, { series }] of [...this.#lines.values()].entries())
      series.applyOptions({ color: this.#colorOf(nth) });
  }

  #colorOf(nth: number): string {
    return this.#colors[nth % this.#colors.length] ?? '';
  }
}
