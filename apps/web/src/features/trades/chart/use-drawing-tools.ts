import type { Drawing } from '@clearbook/contracts';
import { useRef, useState } from 'react';
import { useDrawings } from './use-kept.ts';

/** The drawings of a symbol, which of them is selected, and what is being drawn. */
export function useDrawingTools(symbol: string) {
  const { drawings, ready, change, undo, redo } = useDrawings(symbol);
  const [selected, onSelect] = useState<string | null>(null);
  const [tool, setTool] = useState<Drawing['kind'] | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  return {
    ...{ drawings, ready, change, undo, redo, selected, onSelect, tool, menu },
    chosen: drawings.find(({ key }) => key === selected),
    onTool: (kind: Drawing['kind']) => {
      menu.current?.hidePopover();
      setTool(kind);
    },
    /** With what was drawn, or null where somebody thought better of it. */
    onDrawn: (drawing: Drawing | null) => {
      setTool(null);
      if (drawing === null) return;
      change([...drawings, drawing]);
      onSelect(drawing.key);
      // A note is written next.
      if (drawing.kind === 'text') menu.current?.showPopover();
    },
    onRemove: () => {
      change(drawings.filter(({ key }) => key !== selected));
      onSelect(null);
    },
  };
}
