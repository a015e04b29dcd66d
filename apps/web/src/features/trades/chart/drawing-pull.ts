import type { ChartPoint, Drawing } from '@clearbook/contracts';
import type { DrawingPrimitive } from './drawing-primitive.ts';
import { hit, type Spot } from './geometry.ts';

type Parts = {
  readonly layer: DrawingPrimitive;
  /** Decimals of a price. */
  readonly digits: number;
  pointAt(at: Spot): ChartPoint | null;
  cornerAt(at: Spot): ChartPoint | null;
  /** A drawing was clicked, or none. */
  selected(key: string | null): void;
  /** A drawing was moved; `done` once it was let go. */
  moved(drawing: Drawing, done: boolean): void;
  /** While something on the chart is pulled, the chart itself stays. */
  holdChart(still: boolean): void;
};

/** Closer to where the pointer went down than this, it is a click. */
const CLICK_PX = 3;

/** A drawing under the pointer: taken hold of, pulled as a whole or by a corner, let go. */
export class DrawingPull {
  readonly #parts: Parts;
  #held: { drawing: Drawing; corner: number | null; from: Spot; moved: boolean } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A pointer went down. True where a drawing is under it, and the chart below must not move. */
  grab(at: Spot): boolean {
    const { layer, selected, holdChart } = this.#parts;
    const pane = layer.pane();
    const found = at.y > pane.height || at.x > pane.width ? null : hit(layer.shapes(), at, pane, layer.selected);
    selected(found?.key ?? null);
    const drawing = layer.drawings.find(({ key }) => key === found?.key);
    if (found === null || drawing === undefined) return false;
    this.#held = { drawing, corner: found.corner, from: at, moved: false };
    holdChart(true);
    return true;
  }

  drag(at: Spot): void {
    const held = this.#held;
    if (held === null) return;
    if (!held.moved && Math.hypot(at.x - held.from.x, at.y - held.from.y) < CLICK_PX) return;
    held.moved = true;
    const next = this.#moved(held.drawing, held.corner, held.from, at);
    if (next !== null) this.#parts.moved(next, false);
  }

  release(at: Spot): void {
    const held = this.#held;
    this.#held = null;
    this.#parts.holdChart(false);
    if (held === null || !held.moved) return;
    const next = this.#moved(held.drawing, held.corner, held.from, at);
    if (next !== null) this.#parts.moved(next, true);
  }

  #moved(drawing: Drawing, corner: number | null, from: Spot, at: Spot): Drawing | null {
    const { layer, digits, pointAt, cornerAt } = this.#parts;
    const shape = layer.shapes().find(({ drawing: { key } }) => key === drawing.key);
    const [start, end] = [pointAt(from), corner === null ? pointAt(at) : cornerAt(at)];
    if (shape === undefined || start === null || end === null) return null;
    const { seconds } = layer;
    const shift = (point: ChartPoint): ChartPoint => ({
      time: Math.max(0, Math.round(point.time + Math.round((end.time - start.time) / seconds) * seconds)),
      price: Math.max(10 ** -digits, Number(point.price) + Number(end.price) - Number(start.price)).toFixed(digits),
    });
    const points = drawing.points.map((point, i) => (corner === null ? shift(point) : corner === i ? end : point));
    return { ...drawing, points } as Drawing;
  }
}
