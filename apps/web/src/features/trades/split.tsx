import { useSplitter } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { STORED } from '../../app/storage-names.ts';
import { store, stored } from '../../lib/stored.ts';
import classes from './workspace.module.css';

/** In pixels, which stay when the window changes; a size without them is a share of what is left. */
type Pixels = `${number}px`;
type Size = number | Pixels;
type Pane = { size: Size; min: Pixels; max?: Pixels; className?: string | undefined; content: ReactNode };

type Props = {
  /** What its edge is kept under in this browser. */
  id: string;
  orientation: 'horizontal' | 'vertical';
  /** What moving its edge changes. */
  label: string;
  panes: readonly [Pane, Pane];
  className?: string | undefined;
  density?: string;
};

/** Two panes with an edge between them that moves, by mouse, finger and arrow keys, and stays where it was put. */
export function Split({ id, orientation, label, panes, className, density }: Props) {
  const key = `${STORED.workspace}:${id}`;
  const initial = panes.map(({ size }): Size => size);
  const [sizes, setSizes] = useState<readonly Size[]>(() => keptSizes(key) ?? initial);
  const moves = (next: readonly unknown[]): void => {
    if (!areSizes(next)) return;
    setSizes(next);
    store(key, JSON.stringify(next));
  };
  const { ref, getHandleProps } = useSplitter<HTMLDivElement>({
    orientation,
    sizes: [...sizes],
    panels: panes.map(({ size, min, max }) => ({ defaultSize: size, min, ...(max !== undefined && { max }) })),
    onSizeChange: moves,
  });
  const pane = (at: 0 | 1): ReactNode => {
    const { min, max, content, className: own } = panes[at];
    const limits = orientation === 'horizontal' ? { minWidth: min, maxWidth: max } : { minHeight: min, maxHeight: max };
    return (
      <div className={own} style={{ ...limits, ...flexOf(sizes[at] ?? panes[at].size) }}>
        {content}
      </div>
    );
  };
  return (
    <div
      ref={ref}
      className={`${classes.split} ${className ?? ''}`}
      data-orientation={orientation}
      data-density={density}
    >
      {pane(0)}
      <div
        {...getHandleProps({ index: 0 })}
        className={classes.edge}
        aria-label={label}
        onDoubleClick={() => moves(initial)}
      />
      {pane(1)}
    </div>
  );
}

function flexOf(size: Size): { flex: string } {
  return { flex: typeof size === 'number' ? `${size} 1 0` : `0 1 ${size}` };
}

/** @returns nothing where nothing was kept, or something else than two sizes */
function keptSizes(key: string): readonly Size[] | undefined {
  try {
    const kept: unknown = JSON.parse(stored(key) ?? 'null');
    return Array.isArray(kept) && areSizes(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function areSizes(values: readonly unknown[]): values is readonly [Size, Size] {
  return values.length === 2 && values.every(isSize);
}

function isSize(value: unknown): value is Size {
  return (typeof value === 'number' && value > 0) || (typeof value === 'string' && /^\d+(\.\d+)?px$/.test(value));
}
