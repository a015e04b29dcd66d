import type { Drawing } from '@clearbook/contracts/chart';
import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { faint, type Colors } from './colors.ts';
import { hit, indexOf, rayEnd, retracements, type Pane, type Shape, type Spot } from './geometry.ts';

type Canvas = CanvasRenderingContext2D;

/** Draws what a client drew, over the bars. It knows bars by their times, so that a drawing made on one interval stands on all of them. */
export class DrawingPrimitive implements ISeriesPrimitive<Time> {
  drawings: readonly Drawing[] = [];
  selected: string | null = null;
  times: readonly number[] = [];
  seconds = 3600;
  colors: Colors;
  priceText: (price: number) => string;
  #chart: IChartApi | null = null;
  #series: ISeriesApi<SeriesType> | null = null;
  #update: () => void = () => undefined;
  #views = [{ zOrder: () => 'top' as const, renderer: (): IPrimitivePaneRenderer => this.#renderer }];
  #renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        for (const shape of this.shapes()) this.#draw(context, shape, mediaSize);
      }),
  };

  constructor(colors: Colors, priceText: (price: number) => string) {
    this.colors = colors;
    this.priceText = priceText;
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

  paneViews() {
    return this.#views;
  }

  redraw(): void {
    this.#update();
  }

  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    const found = hit(this.shapes(), { x, y }, this.pane(), this.selected);
    return found === null ? null : { externalId: found.key, zOrder: 'top', cursorStyle: 'pointer', distance: 0 };
  }

  pane(): Pane {
    const size = this.#chart?.paneSize(0);
    return { width: size?.width ?? 0, height: size?.height ?? 0 };
  }

  shapes(): Shape[] {
    return this.drawings.flatMap((drawing) => {
      const spots = drawing.points.map((point) => this.#spot(point.time, Number(point.price)));
      return spots.every((spot) => spot !== null) ? [{ drawing, spots }] : [];
    });
  }

  #spot(time: number, price: number): Spot | null {
    const x = this.#chart?.timeScale().logicalToCoordinate(indexOf(this.times, time, this.seconds) as Logical) ?? null;
    const y = this.#series?.priceToCoordinate(price) ?? null;
    return x === null || y === null ? null : { x, y };
  }

  #draw(context: Canvas, { drawing, spots }: Shape, pane: Pane): void {
    const [a, b = a] = spots;
    if (a === undefined || b === undefined) return;
    const chosen = drawing.key === this.selected;
    context.save();
    context.strokeStyle = this.colors.accentText;
    context.fillStyle = this.colors.accentText;
    context.lineWidth = chosen ? 2 : 1.5;
    context.font = `11px ${this.colors.font}`;
    switch (drawing.kind) {
      case 'trend':
        stroke(context, a, b);
        break;
      case 'ray':
        stroke(context, a, rayEnd(a, b, pane));
        break;
      case 'level':
        stroke(context, { x: 0, y: a.y }, { x: pane.width, y: a.y });
        context.fillText(this.priceText(Number(drawing.points[0].price)), 6, a.y - 5);
        break;
      case 'rectangle':
        context.fillStyle = faint(this.colors.accentText, 0.12);
        context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
        context.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
        break;
      case 'fibonacci':
        this.#retracements(context, drawing, a, b);
        break;
      case 'text':
        this.#note(context, drawing.text, a);
        break;
    }
    if (chosen)
      for (const spot of drawing.kind === 'level' ? [{ x: pane.width / 2, y: a.y }] : spots)
        this.#corner(context, spot);
    context.restore();
  }

  #retracements(context: Canvas, drawing: Drawing, a: Spot, b: Spot): void {
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    for (const { part, price } of retracements(drawing.points)) {
      const y = b.y + (a.y - b.y) * part;
      context.lineWidth = 1;
      stroke(context, { x: left, y }, { x: right, y });
      context.fillText(`${(part * 100).toFixed(1)}%  ${this.priceText(price)}`, left + 4, y - 4);
    }
    context.setLineDash([3, 3]);
    stroke(context, a, b);
  }

  #note(context: Canvas, text: string, at: Spot): void {
    context.font = `12px ${this.colors.font}`;
    const { width } = context.measureText(text);
    context.fillStyle = this.colors.surface;
    context.fillRect(at.x - 4, at.y - 11, width + 8, 22);
    context.lineWidth = 1;
    context.strokeRect(at.x - 4, at.y - 11, width + 8, 22);
    context.fillStyle = this.colors.text;
    context.textBaseline = 'middle';
    context.fillText(text, at.x, at.y);
  }

  #corner(context: Canvas, { x, y }: Spot): void {
    context.setLineDash([]);
    context.fillStyle = this.colors.surface;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

function stroke(context: Canvas, from: Spot, to: Spot): void {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}
