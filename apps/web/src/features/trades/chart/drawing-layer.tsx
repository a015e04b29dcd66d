import { Button } from '@mantine/core';
import type { ChartPoint, Drawing } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { useEffect, useRef } from 'react';
import classes from './chart.module.css';
import { CORNERS, spotOf, type Spot } from './geometry.ts';
import { newKey } from './new-key.ts';
import type { Plot } from './plot.ts';

type Props = {
  plot: Plot;
  kind: Drawing['kind'];
  drawings: readonly Drawing[];
  /** With what was drawn, or null where somebody thought better of it. */
  onDone: (drawing: Drawing | null) => void;
};

/** A pointer that moved less has clicked, and the next click is the second corner. */
const CLICK_PX = 6;

/** Lies over the chart while something is drawn: one or two corners, by clicks or by one pull; without a pointer, in the middle of the view. */
export default function DrawingLayer({ plot, kind, drawings, onDone }: Props) {
  const first = useRef<{ point: ChartPoint; spot: Spot } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      done.current(null);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);

  const show = (to: ChartPoint | null) => {
    if (first.current !== null && to !== null)
      plot.setDrawings([...drawings, made(kind, 'draft', first.current.point, to)], 'draft');
  };
  const place = (spot: Spot) => {
    const point = plot.cornerAt(spot);
    if (point === null) return;
    if (CORNERS[kind] === 1) onDone(made(kind, newKey(), point, point));
    else if (first.current === null) first.current = { point, spot };
    else onDone(made(kind, newKey(), first.current.point, point));
  };

  return (
    <div className={classes.layer}>
      <div
        className={classes.canvasLayer}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          place(spotOf(event));
        }}
        onPointerMove={(event) => show(plot.cornerAt(spotOf(event)))}
        onPointerUp={(event) => {
          const [begun, spot] = [first.current, spotOf(event)];
          // Pulled in one go: where it is let go is the second corner.
          if (begun !== null && Math.hypot(spot.x - begun.spot.x, spot.y - begun.spot.y) > CLICK_PX) place(spot);
        }}
      />
      <div className={classes.hintBar}>
        <span>{panelWords.drawHint(words.kinds[kind], CORNERS[kind])}</span>
        <Button
          ref={button}
          variant="default"
          size="compact-xs"
          onClick={() => {
            const [from, to] = [plot.pointInView(0.35, -0.12), plot.pointInView(0.65, 0.12)];
            if (from !== null && to !== null) onDone(made(kind, newKey(), from, to));
          }}
        >
          {panelWords.placeInView}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => onDone(null)}>
          {panelWords.stopDrawing}
        </Button>
      </div>
    </div>
  );
}

function made(kind: Drawing['kind'], key: string, from: ChartPoint, to: ChartPoint): Drawing {
  if (kind === 'text') return { key, kind, points: [from], text: panelWords.firstNote };
  return kind === 'level' ? { key, kind, points: [from] } : { key, kind, points: [from, to] };
}
