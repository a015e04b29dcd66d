import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { Plot } from './plot.ts';
import type { PlotParts } from './use-plot.ts';

/** Half the height of a handle, and where the first one begins. */
const HANDLE_HALF = 13;
const HANDLE_X = 8;
const HANDLE_GAP = 6;
/** How many rows of handles may stand above or below the row at an edge. */
const ROWS_AT_EDGE = 3;

type Place = (key: string, price: number) => (element: HTMLElement | null) => void;

/** Puts every handle at the height of its price after each painting; `moving` names the one that somebody is moving. */
export function useHandlePlaces(
  plot: Plot,
  onPainted: PlotParts['onPainted'],
  moving: string | undefined,
): { group: RefObject<HTMLDivElement | null>; place: Place } {
  const group = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, { element: HTMLElement; price: number; width: number }>());
  const widths = useRef<Widths>(new WeakMap());
  useEffect(() => {
    onPainted.current = (yOf) => {
      const placed: { x: number; y: number; width: number }[] = [];
      const height = plot.paneHeight();
      const width = plot.paneWidth();
      // What is being moved takes its place first: it must never be the one that there is no room for.
      const first = (key: string) => (key === moving ? 0 : 1);
      const handles = [...elements.current].toSorted(([a], [b]) => first(a) - first(b));
      for (const [, handle] of handles) {
        const y = yOf(handle.price);
        handle.element.hidden = y === null;
        if (y === null) continue;
        // One whose line lies above the picture waits under the legend, whose figures it would cover.
        const top = y < HANDLE_HALF ? legendEnd(group.current) : 0;
        let held = Math.min(height - HANDLE_HALF, Math.max(top + HANDLE_HALF, y));
        const noRoom = (at: number) => at > HANDLE_X && at + handle.width > width;
        let x = besides(placed, held, handle.width);
        // One that lies beyond the picture stands at its edge, or a little further in.
        for (let row = 1; row <= ROWS_AT_EDGE && held !== y && noRoom(x); row += 1) {
          held += y > held ? -2 * HANDLE_HALF : 2 * HANDLE_HALF;
          x = besides(placed, held, handle.width);
        }
        // Beside so many others there is no room for this one: the list of positions has the same to change.
        handle.element.hidden = noRoom(x);
        if (handle.element.hidden) continue;
        placed.push({ x, y: held, width: handle.width });
        handle.element.style.transform = `translate(${x}px, ${Math.round(held)}px)`;
        handle.element.toggleAttribute('data-beyond', held !== y);
      }
    };
    return () => {
      onPainted.current = null;
    };
  }, [moving, onPainted, plot]);
  const place: Place = useCallback(
    (key, price) => (element) => {
      if (element === null) elements.current.delete(key);
      else elements.current.set(key, { element, price, width: widthOf(element, widths.current) });
    },
    [],
  );
  return { group, place };
}

/** How far down the legend reaches. */
function legendEnd(group: HTMLElement | null): number {
  const legend = group?.parentElement?.querySelector<HTMLElement>('[data-legend]');
  return legend ? legend.offsetTop + legend.offsetHeight : 0;
}

type Widths = WeakMap<HTMLElement, { reads: string; width: number }>;

/** Measured when it is made or reads differently: a quote measures nothing. One that is left out for want of room is asked as if it were shown. */
function widthOf(element: HTMLElement, known: Widths): number {
  const reads = `${element.childElementCount} ${element.textContent}`;
  const before = known.get(element);
  if (before?.reads === reads) return before.width;
  const { hidden } = element;
  element.hidden = false;
  const width = element.offsetWidth;
  // A new one waits for the painting that gives it its place, but for one that somebody is about to move.
  element.hidden = before === undefined ? element.dataset['moved'] === undefined : hidden;
  known.set(element, { reads, width });
  return width;
}

/** Beside every handle that lies at the same height: lines of one price stay readable. */
function besides(placed: readonly { x: number; y: number; width: number }[], y: number, width: number): number {
  let x = HANDLE_X;
  for (const other of placed) {
    if (Math.abs(other.y - y) < 2 * HANDLE_HALF && other.x < x + width && x < other.x + other.width)
      x = other.x + other.width + HANDLE_GAP;
  }
  return x;
}
