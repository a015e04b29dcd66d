import type { Bar, ChartPoint, ChartStyle, ChosenIndicator, Drawing, Quote } from '@clearbook/contracts';
import type { Interval } from '@clearbook/contracts/intervals';
import type { Candle } from '@clearbook/domain/indicators';
import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  createChart,
  LineSeries,
  PriceScaleMode,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { toPrice } from '../../../lib/decimal.ts';
import { formatPrice } from '../../../lib/format.ts';
import { STORED } from '../../../app/storage-names.ts';
import { isWithinDay, SECONDS, startOf } from '../../../lib/intervals.ts';
import { stored } from '../../../lib/stored.ts';
import { chartTimes } from '../../../ui/chart-times.ts';
import { candles, newestOf, type VolumeKind, volumeKind, withPrice } from './candles.ts';
import { readColors, faint, type Colors } from './colors.ts';
import { Compared, type ComparedFigure } from './compared.ts';
import { DrawingPrimitive } from './drawing-primitive.ts';
import { DrawingPull } from './drawing-pull.ts';
import { indexOf, snapped, timeAt, type Spot } from './geometry.ts';
import { LevelPrimitive, type Level } from './level-primitive.ts';
import { MarkPrimitive } from './mark-primitive.ts';
import { Overlays } from './overlays.ts';

/** How prices are spaced. */
export const SCALES = ['normal', 'log', 'percent'] as const;
export type Scale = (typeof SCALES)[number];
const MODES = {
  normal: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
} satisfies Record<Scale, PriceScaleMode>;

/** A fill to be marked at its bar. */
export type Mark = { readonly time: number; readonly side: 'buy' | 'sell'; readonly opens: boolean };
/** What the legend says of one bar: the bar, each indicator's values, and each compared asset's rise or fall. */
export type Legend = {
  readonly bar: Candle;
  readonly values: ReadonlyMap<string, readonly number[]>;
  readonly compared: ReadonlyMap<string, ComparedFigure>;
};

export type PlotEvents = {
  /** The bar under the crosshair, or the newest one. */
  legend(legend: Legend | null): void;
  /** Fewer than a screenful of bars is left on the left. */
  wantsOlder(): void;
  /** A drawing was clicked, or none. */
  selected(key: string | null): void;
  /** A drawing was moved; `done` once it was let go. */
  moved(drawing: Drawing, done: boolean): void;
  painted(yOf: (price: number) => number | null): void;
};

const OLDER_BELOW = 30;
/** Bars that a chart opens on. */
const FIRST_VIEW = 110;

/** The picture of the chart, outside React: a quote draws here and renders nothing else again. Its numbers are for drawing only. */
export class Plot {
  readonly #api: IChartApi;
  readonly #events: PlotEvents;
  readonly #digits: number;
  readonly #drawing: DrawingPrimitive;
  readonly #level: LevelPrimitive;
  readonly #fills: MarkPrimitive;
  readonly #overlays: Overlays;
  readonly #compared: Compared;
  /** What the pointer does to drawings. */
  readonly pull: DrawingPull;
  #colors: Colors;
  #interval: Interval;
  #style: ChartStyle;
  #main: ISeriesApi<SeriesType>;
  #marks: readonly Mark[] = [];
  #bars: Candle[] = [];
  #levels: readonly Level[] = [];
  #quote: Quote | null = null;
  /** What the bars' volume counts, and the quote that was counted last. */
  #volume: VolumeKind | null = null;
  #counted: string | undefined;
  #hovering = false;
  #gone = false;

  constructor(
    box: HTMLElement,
    { interval, style, digits, events }: { interval: Interval; style: ChartStyle; digits: number; events: PlotEvents },
  ) {
    this.#interval = interval;
    this.#style = style;
    this.#digits = digits;
    this.#events = events;
    this.#colors = readColors();
    const priceText = (price: number): string => formatPrice(price.toFixed(digits));
    this.#api = createChart(box, {
      autoSize: true,
      layout: {
        background: { color: 'transparent' },
        fontFamily: this.#colors.font,
        fontSize: 11,
        // The library's own mark brings an inline style, which our content security policy refuses; the link below the chart names it.
        attributionLogo: false,
      },
      timeScale: { rightOffset: 6, timeVisible: isWithinDay(interval), secondsVisible: false, minBarSpacing: 1 },
      localization: { locale: 'en-GB' },
    });
    this.#api.applyOptions(chartTimes(isWithinDay(interval)));
    this.#drawing = new DrawingPrimitive(this.#colors, priceText);
    this.#drawing.seconds = SECONDS[interval];
    this.#level = new LevelPrimitive(this.#colors, priceText);
    this.#level.onPainted = (yOf) => events.painted(yOf);
    this.#fills = new MarkPrimitive(this.#colors);
    this.#overlays = new Overlays(this.#api, (index) => this.#timeAt(index) as UTCTimestamp);
    this.#compared = new Compared(this.#api);
    this.pull = new DrawingPull({
      layer: this.#drawing,
      digits,
      pointAt: (at) => this.pointAt(at),
      cornerAt: (at) => this.cornerAt(at),
      selected: events.selected,
      moved: events.moved,
      holdChart: (still) => this.#api.applyOptions({ handleScroll: !still, handleScale: !still }),
    });
    this.#main = this.#addMain();
    this.paint();
    this.#api.subscribeCrosshairMove((param) => this.#onCrosshair(param));
    this.#api.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && this.#bars.length > 0 && range.from < OLDER_BELOW) events.wantsOlder();
    });
  }

  destroy(): void {
    this.#gone = true;
    this.#api.remove();
  }

  /** Other colours are no other chart: what somebody has scrolled to stays where it is. */
  paint(): void {
    const colors = readColors();
    this.#colors = colors;
    this.#drawing.colors = colors;
    this.#level.colors = colors;
    this.#fills.colors = colors;
    const labels = { color: colors.strong, labelBackgroundColor: colors.accent };
    this.#api.applyOptions({
      layout: {
        textColor: colors.dim,
        panes: { separatorColor: colors.line, separatorHoverColor: faint(colors.accent, 0.2) },
      },
      grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
      rightPriceScale: { borderColor: colors.line },
      timeScale: { borderColor: colors.line },
      crosshair: { vertLine: labels, horzLine: labels },
    });
    this.#paintMain();
    this.#mark();
    this.#overlays.paint(colors);
    this.#compared.paint(colors);
    this.#drawing.redraw();
  }

  setStyle(style: ChartStyle): void {
    if (style === this.#style) return;
    this.#style = style;
    const former = this.#main;
    const range = this.#api.timeScale().getVisibleLogicalRange();
    former.detachPrimitive(this.#fills);
    former.detachPrimitive(this.#drawing);
    former.detachPrimitive(this.#level);
    this.#main = this.#addMain();
    this.#main.setData(this.#bars.map((bar) => this.#row(bar)));
    this.#api.removeSeries(former);
    this.paint();
    if (range !== null) this.#api.timeScale().setVisibleLogicalRange(range);
  }

  setScale(scale: Scale): void {
    this.#main.priceScale().applyOptions({ mode: MODES[scale] });
  }

  /** All bars that are loaded, oldest first. Older ones in front leave the view where it is. */
  setBars(wire: readonly Bar[]): void {
    const kind = volumeKind(wire);
    const bars = candles(wire, kind);
    this.#volume = kind;
    // The server has counted the quote that is known here.
    this.#counted = this.#quote?.id;
    const [known, first] = [this.#bars, this.#bars.length === 0];
    const added = first ? 0 : bars.findIndex((bar) => bar.time === known[0]?.time);
    const newest = added === 0 ? newestOf(known, bars) : undefined;
    if (newest !== undefined) {
      for (const bar of newest) this.#newest(bar);
      return;
    }
    const range = this.#api.timeScale().getVisibleLogicalRange();
    this.#bars = bars;
    this.#times();
    this.#main.setData(bars.map((bar) => this.#row(bar)));
    this.#overlays.fill(bars);
    this.#compared.fill(this.#drawing.times);
    this.#mark();
    if (first || added < 0) this.reset();
    else if (range !== null && added > 0)
      this.#api.timeScale().setVisibleLogicalRange({ from: range.from + added, to: range.to + added });
    if (this.#quote !== null) this.quote(this.#quote);
    this.#tellLegend();
  }

  /** One quote: the newest bar, its indicators and the lines of bid and ask. */
  quote(quote: Quote): void {
    const ticks = this.#volume === 'ticks' && this.#quote !== null && this.#counted !== quote.id ? 1 : 0;
    this.#counted = quote.id;
    this.#quote = quote;
    const bar = this.#bars.at(-1);
    if (bar === undefined) return;
    const start = startOf(this.#interval, Date.parse(quote.time) / 1000);
    // The bar's own change has the chart painted once, lines included.
    this.#showLevels(start < bar.time);
    if (start >= bar.time) this.#newest(withPrice(bar, start, middle(quote), ticks));
    if (!this.#hovering) this.#tellLegend();
  }

  setIndicators(chosen: readonly ChosenIndicator[]): void {
    this.#overlays.show(chosen, this.#bars, this.#colors);
    this.#tellLegend();
  }

  compare(symbols: readonly string[]): void {
    this.#compared.show(symbols);
    this.#tellLegend();
  }

  setComparedBars(symbol: string, bars: readonly Bar[]): void {
    this.#compared.setBars(symbol, candles(bars, null));
    this.#tellLegend();
  }

  comparedQuote(symbol: string, quote: Quote): void {
    this.#compared.quote(symbol, startOf(this.#interval, Date.parse(quote.time) / 1000), middle(quote));
  }

  setLevels(levels: readonly Level[]): void {
    // Handles leave the page after the chart has.
    if (this.#gone) return;
    this.#levels = levels;
    this.#showLevels(true);
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#mark();
  }

  setDrawings(drawings: readonly Drawing[], selected: string | null): void {
    this.#drawing.drawings = drawings;
    this.#drawing.selected = selected;
    this.#drawing.redraw();
  }

  /** Back to the newest bars and a scale that fits them. */
  reset(): void {
    this.#main.priceScale().applyOptions({ autoScale: true });
    const last = this.#bars.length - 1;
    this.#api.timeScale().setVisibleLogicalRange({ from: Math.max(-2, last - FIRST_VIEW), to: last + 6 });
  }

  /** Factor above one shows fewer bars; the newest in view stays where it is. */
  zoom(factor: number): void {
    const range = this.#api.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    const width = Math.min(5000, Math.max(10, (range.to - range.from) / factor));
    this.#api.timeScale().setVisibleLogicalRange({ from: range.to - width, to: range.to });
  }

  /** Moves the view by a part of its width: to the left with a minus sign. */
  pan(part: number): void {
    const range = this.#api.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    const by = (range.to - range.from) * part;
    this.#api.timeScale().setVisibleLogicalRange({ from: range.from + by, to: range.to + by });
  }

  /** Time and price at a place on the chart; null beside the bars. */
  pointAt({ x, y }: Spot): ChartPoint | null {
    const index = this.#api.timeScale().coordinateToLogical(x);
    const price = this.#main.coordinateToPrice(y);
    if (index === null || price === null || price <= 0 || this.#bars.length === 0) return null;
    return {
      time: Math.max(0, this.#timeAt(index)),
      price: price.toFixed(this.#digits),
    };
  }

  /** The same for a corner of a drawing, which goes to a price of its bar where one is near and snapping is on. */
  cornerAt(at: Spot): ChartPoint | null {
    const point = this.pointAt(at);
    if (point === null || stored(STORED.magnet) !== 'on') return point;
    const bar = this.#bars.find(({ time }) => time === point.time);
    if (bar === undefined) return point;
    const levels = [bar.open, bar.high, bar.low, bar.close].flatMap((price) => {
      const y = this.yOf(price);
      return y === null ? [] : [{ y, price }];
    });
    const price = snapped(at.y, levels);
    return price === null ? point : { ...point, price: price.toFixed(this.#digits) };
  }

  /** A place where a drawing that nobody pointed at can begin: a third of the view from the left or the right, at the newest price. */
  pointInView(part: number, up: number): ChartPoint | null {
    const { width, height } = this.#drawing.pane();
    return this.pointAt({ x: width * part, y: height * (0.5 - up) });
  }

  /** The price at a height of the chart. */
  priceAt(y: number): number | null {
    return this.#main.coordinateToPrice(y);
  }

  yOf(price: number): number | null {
    return this.#level.yOf(price);
  }

  paneHeight(): number {
    return this.#drawing.pane().height;
  }

  paneWidth(): number {
    return this.#drawing.pane().width;
  }

  picture(): HTMLCanvasElement {
    return this.#api.takeScreenshot(true);
  }

  get bars(): readonly Candle[] {
    return this.#bars;
  }

  get last(): Candle | undefined {
    return this.#bars.at(-1);
  }

  #addMain(): ISeriesApi<SeriesType> {
    const options = {
      priceFormat: {
        type: 'custom' as const,
        formatter: (price: number) => formatPrice(price.toFixed(this.#digits)),
        minMove: 10 ** -this.#digits,
      },
      priceLineVisible: false,
      lastValueVisible: false,
    };
    const types = { candles: CandlestickSeries, bars: BarSeries, line: LineSeries, area: AreaSeries } as const;
    const series = this.#api.addSeries(types[this.#style], options, 0) as ISeriesApi<SeriesType>;
    // Under the indicators, whenever it was made.
    series.setSeriesOrder(0);
    series.attachPrimitive(this.#fills);
    series.attachPrimitive(this.#drawing);
    series.attachPrimitive(this.#level);
    return series;
  }

  #paintMain(): void {
    const { up, down, accent } = this.#colors;
    this.#main.applyOptions(
      this.#style === 'candles'
        ? { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, borderVisible: false }
        : this.#style === 'bars'
          ? { upColor: up, downColor: down, thinBars: false }
          : this.#style === 'line'
            ? { color: accent, lineWidth: 2 }
            : { lineColor: accent, lineWidth: 2, topColor: faint(accent, 0.25), bottomColor: faint(accent, 0.02) },
    );
  }

  #row(bar: Candle) {
    const time = bar.time as UTCTimestamp;
    return this.#style === 'candles' || this.#style === 'bars'
      ? { time, open: bar.open, high: bar.high, low: bar.low, close: bar.close }
      : { time, value: bar.close };
  }

  #times(): void {
    this.#drawing.times = this.#bars.map(({ time }) => time);
    this.#level.newest = this.#bars.length - 1;
  }

  #newest(bar: Candle): void {
    const last = this.#bars.at(-1);
    if (last === undefined || bar.time < last.time) return;
    if (bar.time === last.time) this.#bars[this.#bars.length - 1] = bar;
    else {
      this.#bars.push(bar);
      this.#times();
      this.#compared.fill(this.#drawing.times);
      this.#mark();
    }
    this.#main.update(this.#row(bar));
    this.#overlays.update(bar, this.#bars.length - 1);
  }

  /** Where a bar stands that is so many bars from the first, also one that is still to come. */
  #timeAt(index: number): number {
    const seconds = SECONDS[this.#interval];
    return startOf(this.#interval, timeAt(this.#drawing.times, index, seconds) + seconds / 2);
  }

  #showLevels(paint: boolean): void {
    const quote = this.#quote;
    const prices: Level[] =
      quote === null
        ? []
        : [
            { key: 'bid', price: Number(quote.bid), tone: 'bid' },
            { key: 'ask', price: Number(quote.ask), tone: 'ask' },
          ];
    this.#level.set([...prices, ...this.#levels], paint);
  }

  #mark(): void {
    const first = this.#bars[0];
    if (first === undefined) return;
    this.#fills.set(
      this.#marks.flatMap(({ time, side, opens }) => {
        if (time < first.time) return [];
        const at = Math.round(indexOf(this.#drawing.times, startOf(this.#interval, time), SECONDS[this.#interval]));
        const bar = this.#bars[at];
        return bar === undefined ? [] : [{ at, low: bar.low, high: bar.high, side, opens }];
      }),
    );
  }

  #onCrosshair(param: MouseEventParams): void {
    this.#hovering = param.time !== undefined;
    const at = param.time === undefined ? -1 : this.#drawing.times.indexOf(Number(param.time));
    this.#tellLegend(at < 0 ? undefined : at);
  }

  #tellLegend(at = this.#bars.length - 1): void {
    const bar = this.#bars[at];
    if (bar === undefined) return this.#events.legend(null);
    const from = Math.ceil(this.#api.timeScale().getVisibleLogicalRange()?.from ?? 0);
    this.#events.legend({ bar, values: this.#overlays.valuesAt(at), compared: this.#compared.figures(from, at) });
  }
}

function middle({ bid, ask }: Quote): number {
  return Number((toPrice(bid) + toPrice(ask)) / 2n) / 1e10;
}
