import type { ChartPoint, Drawing } from '@clearbook/contracts/chart';

export type Spot = { readonly x: number; readonly y: number };
/** A drawing as it lies on the screen: its corners in pixels, and the size of the pane. */
export type Shape = { readonly drawing: Drawing; readonly spots: readonly Spot[] };
export type Pane = { readonly width: number; readonly height: number };

/** Where in its element a pointer is. */
export function spotOf(event: { currentTarget: Element; clientX: number; clientY: number }): Spot {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

/** A price of a bar, and how high it stands on the chart. */
type Level = { readonly y: number; readonly price: number };
/** How far a corner of a drawing is drawn to a bar, in pixels. */
const SNAP = 12;

/** The nearest of these prices, where one is near enough to be meant. */
export function snapped(y: number, levels: readonly Level[]): number | null {
  const near = levels.filter((one) => Math.abs(one.y - y) <= SNAP);
  const [nearest] = near.toSorted((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y));
  return nearest?.price ?? null;
}

/** How near to a line a finger or a pointer must be, in pixels. */
const NEAR = 7;
/** Retracements between the two corners, the first corner being 100 %. */
const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** How many corners a kind has. */
export const CORNERS: Record<Drawing['kind'], 1 | 2> = {
  ...{ trend: 2, ray: 2, rectangle: 2, fibonacci: 2 },
  ...{ level: 1, text: 1 },
};

/** Where a bar that begins at `time` stands, counted in bars from the first; between bars and beyond them in proportion. */
export function indexOf(times: readonly number[], time: number, seconds: number): number {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return Number.NaN;
  if (time <= first) return (time - first) / seconds;
  if (time >= last) return times.length - 1 + (time - last) / seconds;
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  const [left = 0, right = 0] = [times[low], times[high]];
  // A night or a weekend is no wider than a bar.
  return low + (time - left) / (right - left);
}

/** The other way round: the time at a place counted in bars. */
export function timeAt(times: readonly number[], index: number, seconds: number): number {
  const whole = Math.round(index);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (whole < 0) return first + whole * seconds;
  if (whole >= times.length) return last + (whole - times.length + 1) * seconds;
  return times[whole] ?? last;
}

/** The end of a ray that begins at `from` and goes through `to`: where it leaves the pane. */
export function rayEnd(from: Spot, to: Spot, { width, height }: Pane): Spot {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) return to;
  const beyondX = dx > 0 ? (width - from.x) / dx : dx < 0 ? -from.x / dx : Number.POSITIVE_INFINITY;
  const beyondY = dy > 0 ? (height - from.y) / dy : dy < 0 ? -from.y / dy : Number.POSITIVE_INFINITY;
  const far = Math.max(1, Math.min(Math.max(beyondX, 0), Math.max(beyondY, 0)));
  return { x: from.x + dx * far, y: from.y + dy * far };
}

/** Prices of the retracements between two corners, the last corner being 0 %. */
export function retracements(points: readonly ChartPoint[]): { part: number; price: number }[] {
  const [from = 0, to = 0] = points.map(({ price }) => Number(price));
  return FIBONACCI.map((part) => ({ part, price: to + (from - to) * part }));
}

/** Distance in pixels from a place to a drawing; infinite where it is nowhere near. */
export function distanceTo({ drawing, spots }: Shape, at: Spot, pane: Pane): number {
  const [a, b] = spots;
  if (a === undefined) return Number.POSITIVE_INFINITY;
  if (drawing.kind === 'level') return Math.abs(at.y - a.y);
  if (drawing.kind === 'text') return toBox(at, a.x - 4, a.y - 12, a.x + 7 * drawing.text.length + 4, a.y + 12);
  if (b === undefined) return Number.POSITIVE_INFINITY;
  const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)];
  switch (drawing.kind) {
    case 'trend':
      return toSegment(at, a, b);
    case 'ray':
      return toSegment(at, a, rayEnd(a, b, pane));
    case 'rectangle':
      return Math.min(
        toSegment(at, { x: left, y: top }, { x: right, y: top }),
        toSegment(at, { x: left, y: bottom }, { x: right, y: bottom }),
        toSegment(at, { x: left, y: top }, { x: left, y: bottom }),
        toSegment(at, { x: right, y: top }, { x: right, y: bottom }),
      );
    case 'fibonacci':
      return Math.min(
        ...FIBONACCI.map((part) => {
          const y = b.y + (a.y - b.y) * part;
          return toSegment(at, { x: left, y }, { x: right, y });
        }),
      );
  }
}

/** What is under a place: the corner of the selected drawing before anything else, then the nearest line. */
export function hit(
  shapes: readonly Shape[],
  at: Spot,
  pane: Pane,
  selected: string | null,
): { readonly key: string; readonly corner: number | null } | null {
  for (const { drawing, spots } of shapes) {
    if (drawing.key !== selected) continue;
    const corner = spots.findIndex((spot) => Math.hypot(spot.x - at.x, spot.y - at.y) <= NEAR + 2);
    if (corner >= 0) return { key: drawing.key, corner };
  }
  let found: { key: string; corner: null } | null = null;
  let nearest = NEAR;
  for (const shape of shapes) {
    const distance = distanceTo(shape, at, pane);
    if (distance > nearest) continue;
    nearest = distance;
    found = { key: shape.drawing.key, corner: null };
  }
  return found;
}

function toSegment(at: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
  return Math.hypot(at.x - (a.x + part * dx), at.y - (a.y + part * dy));
}

function toBox(at: Spot, left: number, top: number, right: number, bottom: number): number {
  const [dx, dy] = [Math.max(left - at.x, 0, at.x - right), Math.max(top - at.y, 0, at.y - bottom)];
  return Math.hypot(dx, dy);
}
