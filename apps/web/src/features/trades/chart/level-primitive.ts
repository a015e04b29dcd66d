import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import type { Colors } from './colors.ts';

/** A line across the chart at a price, with its label on the scale. */
export type Level = {
  readonly key: string;
  readonly price: number;
  readonly tone: 'bid' | 'ask' | 'entry' | 'stop' | 'target' | 'order' | 'trailing' | 'closeOut';
  /** Not yet saved: drawn stronger. */
  readonly moved?: boolean;
};

/** Bid and ask, and a client's own lines. After each painting it tells where every line lies, so that handles on the page follow. */
export class LevelPrimitive implements ISeriesPrimitive<Time> {
  colors: Colors;
  priceText: (price: number) => string;
  /** Place of the newest bar, counted from the first. */
  newest = 0;
  onPainted: (yOf: (price: number) => number | null) => void = () => undefined;
  #levels: readonly Level[] = [];
  #series: ISeriesApi<SeriesType> | null = null;
  #update: () => void = () => undefined;
  #axis: readonly ISeriesPrimitiveAxisView[] = [];
  #views = [{ zOrder: () => 'top' as const, renderer: (): IPrimitivePaneRenderer => this.#renderer }];
  #renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        for (const level of this.#levels) {
          const y = this.yOf(level.price);
          if (y === null) continue;
          context.strokeStyle = this.#color(level);
          context.lineWidth = level.moved === true ? 2 : 1;
          context.setLineDash(dashOf(level));
          context.beginPath();
          context.moveTo(0, Math.round(y) + 0.5);
          context.lineTo(mediaSize.width, Math.round(y) + 0.5);
          context.stroke();
        }
        context.setLineDash([]);
        this.onPainted((price) => this.yOf(price));
      }),
  };

  constructor(colors: Colors, priceText: (price: number) => string) {
    this.colors = colors;
    this.priceText = priceText;
  }

  attached({ series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#series = series;
    this.#update = requestUpdate;
  }

  detached(): void {
    this.#series = null;
  }

  /** `paint`: false where something else is about to have the chart painted; asking for it here lays the whole chart out anew. */
  set(levels: readonly Level[], paint: boolean): void {
    this.#levels = levels;
    this.#axis = levels.map((level) => ({
      coordinate: () => this.yOf(level.price) ?? -100,
      text: () => this.priceText(level.price),
      textColor: () => this.colors.surface,
      backColor: () => this.#color(level),
      visible: () => true,
    }));
    if (paint) this.#update();
  }

  redraw(): void {
    this.#update();
  }

  paneViews() {
    return this.#views;
  }

  priceAxisViews() {
    return this.#axis;
  }

  /** Bid and ask are in view wherever the newest bar is. */
  autoscaleInfo(_: Logical, end: Logical): AutoscaleInfo | null {
    if (end < this.newest) return null;
    const prices = this.#levels.filter(({ tone }) => tone === 'bid' || tone === 'ask').map(({ price }) => price);
    if (prices.length === 0) return null;
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  yOf(price: number): number | null {
    return this.#series?.priceToCoordinate(price) ?? null;
  }

  #color({ tone }: Level): string {
    switch (tone) {
      case 'bid':
        return this.colors.down;
      case 'ask':
        return this.colors.up;
      case 'stop':
      case 'trailing':
        return this.colors.loss;
      case 'target':
        return this.colors.gain;
      case 'entry':
        return this.colors.dim;
      case 'order':
        return this.colors.accentText;
      case 'closeOut':
        return this.colors.strong;
    }
  }
}

function dashOf({ tone }: Level): number[] {
  if (tone === 'bid' || tone === 'ask') return [1, 3];
  if (tone === 'closeOut' || tone === 'trailing') return [2, 4];
  return tone === 'entry' ? [] : [6, 4];
}
