import type { Drawing } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { Button } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import classes from './chart.module.css';
import { type Spot, spotOf } from './geometry.ts';
import type { Plot } from './plot.ts';

const PAN_PART = 0.15;
const ZOOM = 1.25;

type StageProps = {
  stage: RefObject<HTMLDivElement | null>;
  plot: Plot | null;
  label: string;
  /** A drawing is selected: some keys are about it. */
  selecting: boolean;
  onRemove: () => void;
  onDeselect: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** A right click, or the menu key. */
  onMenu: (spot: Spot) => void;
};

/** Where the picture is drawn, with the keys and pulls that move it. */
export function Stage({ stage, plot, label, selecting, onRemove, onDeselect, undo, redo, onMenu }: StageProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (plot === null || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const step = stepOf(event) === 'undo' ? undo : stepOf(event) === 'redo' ? redo : null;
      if (step === null) return;
      event.preventDefault();
      step();
      return;
    }
    const ofDrawing: Record<string, () => void> = { Delete: onRemove, Backspace: onRemove, Escape: onDeselect };
    const run = keysOf(plot)[event.key] ?? (selecting ? ofDrawing[event.key] : undefined);
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <div
      ref={stage}
      className={classes.stage}
      role="application"
      aria-label={label}
      aria-description={words.keys}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(spotOf(event));
      }}
      onPointerDownCapture={(event) => {
        if (event.button === 0 && plot?.pull.grab(spotOf(event)) === true)
          event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => plot?.pull.drag(spotOf(event))}
      onPointerUp={(event) => plot?.pull.release(spotOf(event))}
      onPointerCancel={(event) => plot?.pull.release(spotOf(event))}
    />
  );
}

/** Ctrl or Cmd with Z goes back; with Shift and Z, or with Y, forth. */
function stepOf({ key, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' ? 'redo' : null;
}

function keysOf(plot: Plot): Record<string, () => void> {
  return {
    ArrowLeft: () => plot.pan(-PAN_PART),
    ArrowRight: () => plot.pan(PAN_PART),
    ArrowUp: () => plot.zoom(ZOOM),
    '+': () => plot.zoom(ZOOM),
    ArrowDown: () => plot.zoom(1 / ZOOM),
    '-': () => plot.zoom(1 / ZOOM),
    '0': () => plot.reset(),
  };
}

type SelectedProps = { kind: Drawing['kind']; onEdit: () => void; onRemove: () => void };

/** What can be done with the selected drawing. */
export function SelectedDrawing({ kind, onEdit, onRemove }: SelectedProps) {
  return (
    <div className={classes.chosen} role="group" aria-label={words.chosen(words.kinds[kind])}>
      <span>{words.kinds[kind]}</span>
      <Button variant="default" size="compact-xs" onClick={onEdit}>
        {words.edit}
      </Button>
      <Button variant="default" size="compact-xs" onClick={onRemove}>
        {words.remove}
      </Button>
    </div>
  );
}
