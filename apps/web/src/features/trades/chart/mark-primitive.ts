import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import type { Colors } from './colors.ts';

/** A fill at its bar, counted from the first: an arrow where a position was opened, a dot where it was closed; buys under the bar, sells over it. */
export type BarMark = {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  readonly side: 'buy' | 'sell';
  readonly opens: boolean;
};

const SIZE = 5;
const GAP = 5;

/** Marks of fills. The library's own would have the whole chart laid out anew at every quote. */
export class MarkPrimitive implements ISeriesPrimitive<Time> {
  colors: Colors;
  #marks: readonly BarMark[] = [];
  #chart: IChartApi | null = null;
  #series: ISeriesApi<SeriesType> | null = null;
  #update: () => void = () => undefined;
  #views = [{ zOrder: () => 'top' as const, renderer: (): IPrimitivePaneRenderer => this.#renderer }];
  #renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context }) => {
        for (const mark of this.#marks) this.#draw(context, mark);
      }),
  };

  constructor(colors: Colors) {
    this.colors = colors;
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart as IChartApi;
    this.#series = series;
    this.#update = requestUpdate;
  }

  detached(): void {
    this.#chart = null;
    this.#series = null;
  }

  set(marks: readonly BarMark[]): void {
    this.#marks = marks;
    this.#update();
  }

  paneViews() {
    return this.#views;
  }

  #draw(context: CanvasRenderingContext2D, { at, low, high, side, opens }: BarMark): void {
    const x = this.#chart?.timeScale().logicalToCoordinate(at as Logical) ?? null;
    const y = this.#series?.priceToCoordinate(side === 'buy' ? low : high) ?? null;
    if (x === null || y === null) return;
    // Away from the bar, and for a buy upwards to it.
    const way = side === 'buy' ? 1 : -1;
    const near = y + way * GAP;
    context.fillStyle = side === 'buy' ? this.colors.up : this.colors.down;
    context.beginPath();
    if (opens) {
      context.moveTo(x, near);
      context.lineTo(x - SIZE, near + way * SIZE * 1.6);
      context.lineTo(x + SIZE, near + way * SIZE * 1.6);
    } else context.arc(x, near + way * SIZE, SIZE * 0.8, 0, 2 * Math.PI);
    context.closePath();
    context.fill();
    context.strokeStyle = this.colors.surface;
    context.lineWidth = 1;
    context.stroke();
  }
}
