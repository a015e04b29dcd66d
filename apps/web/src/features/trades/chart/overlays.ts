import type { ChosenIndicator } from '@clearbook/contracts';
import { definitionOf, settled, Track, type Candle } from '@clearbook/domain/indicators';
import {
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
  PriceScaleMode,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { faint, type Colors } from './colors.ts';

type Overlay = {
  readonly chosen: ChosenIndicator;
  readonly track: Track;
  readonly series: readonly ISeriesApi<SeriesType>[];
  values: (readonly number[])[];
};

const PANE_STRETCH = { main: 3, own: 1 };

/** The indicators, over the bars or in panes of their own below them. */
export class Overlays {
  readonly #api: IChartApi;
  /** When the bar with this number is, also where there is none yet. */
  readonly #timeAt: (index: number) => UTCTimestamp;
  #shown: Overlay[] = [];
  #bars: readonly Candle[] = [];
  #colors: Colors | undefined;

  constructor(api: IChartApi, timeAt: (index: number) => UTCTimestamp) {
    this.#api = api;
    this.#timeAt = timeAt;
  }

  show(chosen: readonly ChosenIndicator[], bars: readonly Candle[], colors: Colors): void {
    for (const { series } of this.#shown) for (const one of series) this.#api.removeSeries(one);
    let pane = 0;
    this.#colors = colors;
    this.#shown = chosen.map((one, i) => {
      const index = definitionOf(one.id).pane === 'price' ? 0 : (pane += 1);
      const overlay = this.#added(one, index, colors);
      paintOne(overlay, i, colors);
      this.#fill(overlay, bars);
      return overlay;
    });
    for (const [i, one] of this.#api.panes().entries())
      one.setStretchFactor(i === 0 ? PANE_STRETCH.main : PANE_STRETCH.own);
  }

  paint(colors: Colors): void {
    this.#colors = colors;
    for (const [i, overlay] of this.#shown.entries()) {
      paintOne(overlay, i, colors);
      // Each of its bars has a colour of its own.
      if (overlay.chosen.id === 'volume') this.#draw(overlay);
    }
  }

  /** All bars anew. */
  fill(bars: readonly Candle[]): void {
    for (const overlay of this.#shown) this.#fill(overlay, bars);
  }

  /** The newest bar, which has this number. */
  update(bar: Candle, at: number): void {
    for (const overlay of this.#shown) {
      overlay.values[at] = overlay.track.update(bar);
      for (const [i, one] of overlay.series.entries()) this.#put(overlay, one, i, at, bar);
    }
  }

  /** Each indicator's values at the bar with this number, by the indicator's key. */
  valuesAt(at: number): ReadonlyMap<string, readonly number[]> {
    return new Map(
      this.#shown.map((overlay) => [
        overlay.chosen.key,
        overlay.series.map((_, i) => overlay.values[at - shiftOf(overlay, i)]?.[i] ?? Number.NaN),
      ]),
    );
  }

  #added(chosen: ChosenIndicator, pane: number, colors: Colors): Overlay {
    const { pane: place, outputs, levels, unit } = definitionOf(chosen.id);
    const series = outputs.map(({ shape }) => {
      const added =
        shape === 'histogram'
          ? this.#api.addSeries(HistogramSeries, {}, pane)
          : this.#api.addSeries(LineSeries, { lineWidth: 1 }, pane);
      // A quiet scale: the figures stand in the legend.
      added.applyOptions({
        lastValueVisible: false,
        priceLineVisible: false,
        ...(place === 'own' && {
          priceFormat: unit === 'volume' ? { type: 'volume' } : { type: 'price', precision: 2, minMove: 0.01 },
        }),
      });
      // A pane takes the scale that was chosen last for the prices: percent of an oscillator mean nothing.
      if (place === 'own') added.priceScale().applyOptions({ mode: PriceScaleMode.Normal });
      if (shape === 'dots')
        added.applyOptions({ lineVisible: false, pointMarkersVisible: true, pointMarkersRadius: 1.5 });
      if (chosen.id === 'donchian') added.applyOptions({ lineType: LineType.WithSteps });
      return added;
    });
    for (const price of levels ?? []) {
      series[0]?.createPriceLine({
        price,
        color: colors.strong,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: false,
        title: '',
      });
    }
    return { chosen, track: new Track(chosen.id, settled(chosen.id, chosen.settings)), series, values: [] };
  }

  #fill(overlay: Overlay, bars: readonly Candle[]): void {
    this.#bars = bars;
    overlay.values = overlay.track.fill(bars);
    this.#draw(overlay);
  }

  #draw(overlay: Overlay): void {
    for (const [i, one] of overlay.series.entries()) {
      const shift = shiftOf(overlay, i);
      one.setData(
        overlay.values.flatMap((row, at) => {
          if (at + shift < 0) return [];
          const time = this.#timeAt(at + shift);
          const value = row[i] ?? Number.NaN;
          return Number.isNaN(value) ? [{ time }] : [{ time, value, ...this.#colorOf(overlay, i, this.#bars[at]) }];
        }),
      );
    }
  }

  #put(overlay: Overlay, series: ISeriesApi<SeriesType>, output: number, at: number, bar: Candle): void {
    const value = overlay.values[at]?.[output] ?? Number.NaN;
    const place = at + shiftOf(overlay, output);
    if (place < 0) return;
    const time = this.#timeAt(place);
    const row = Number.isNaN(value) ? { time } : { time, value, ...this.#colorOf(overlay, output, bar) };
    series.update(row, place < at);
  }

  /** The volume of a bar stands in the colour of its rise or fall; everything else has the colour of its series. */
  #colorOf({ chosen }: Overlay, output: number, bar: Candle | undefined): { color?: string } {
    if (chosen.id !== 'volume' || output > 0 || bar === undefined || this.#colors === undefined) return {};
    return { color: faint(bar.close < bar.open ? this.#colors.down : this.#colors.up, 0.55) };
  }
}

function paintOne({ chosen, series }: Overlay, nth: number, { up, down, series: palette }: Colors): void {
  for (const [i, one] of series.entries()) {
    const { shape } = definitionOf(chosen.id).outputs[i] ?? { shape: 'line' };
    const color = chosen.id === 'supertrend' ? (i === 0 ? up : down) : palette[(nth + i) % palette.length];
    if (color !== undefined) one.applyOptions({ color: shape === 'histogram' ? faint(color, 0.5) : color });
  }
}

/** By how many bars this output is drawn later than it was worked out. */
function shiftOf({ chosen, track }: Overlay, output: number): number {
  const { shift } = definitionOf(chosen.id).outputs[output] ?? {};
  return shift === undefined ? 0 : shift.sign * (track.settings[shift.by] ?? 0);
}
