import type { Drawing } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { Pencil } from 'lucide-react';
import type { RefObject } from 'react';
import { later } from '../../../lib/part.ts';
import { Drop } from './drop.tsx';

/** Fetched when it is first opened. */
const DrawingPanel = later(() => import('./drawing-panel.tsx'));

type Props = {
  drawings: readonly Drawing[];
  ready: boolean;
  /** Opened from elsewhere too: to write a note, to change what was chosen. */
  panel: RefObject<HTMLDivElement | null>;
  onTool: (kind: Drawing['kind']) => void;
  onChange: (next: readonly Drawing[]) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

/** What can be drawn, and everything that was. */
export function DrawingMenu({ ready, panel, ...rest }: Props) {
  const { length } = rest.drawings;
  return (
    <Drop
      label={length === 0 ? words.draw : words.drawingsOn(length)}
      icon={<Pencil size={14} aria-hidden />}
      disabled={!ready}
      panel={panel}
    >
      <DrawingPanel {...rest} />
    </Drop>
  );
}
