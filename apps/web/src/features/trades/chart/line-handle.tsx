import { actionWords } from '@clearbook/contracts/words/actions';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { protectionWords } from '@clearbook/contracts/words/orders';
import clsx from 'clsx';
import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import classes from './chart.module.css';
import { nameOf, shortOf, whose } from './line-words.ts';
import { isOrderPrice, pageSteps, stepped, type Line } from './lines.ts';
import type { Plot } from './plot.ts';

/** A pointer that moved less only meant to choose. */
const MOVED_PX = 3;

type SliderProps = {
  line: Line;
  digits: number;
  plot: Plot;
  pending: boolean;
  moved: boolean;
  /** It was just added: it is moved next, and removing it means going back. */
  begins: boolean;
  /** Draws what closing there would bring, under this id; null where nothing closes. */
  worth: ((id: string) => ReactNode) | null;
  onPull: (price: string) => void;
  onSend: (price: string | null) => void;
  onBack: () => void;
};

type HandleProps = SliderProps & {
  place: (key: string, price: number) => (element: HTMLElement | null) => void;
  /** Which protections the line's trade or order has. */
  protectedBy: { stop_loss: boolean; take_profit: boolean };
  /** The target that can be added to it. */
  further: Line['part'];
  onAdd: (what: 'stop_loss' | 'take_profit' | 'target') => void;
  /** Opens what can be done with the position; null for an order and a copied trade. */
  onManage: (() => void) | null;
};

/** One line's handle: what is pulled, and the buttons beside it. */
export function Handle({ place, protectedBy, further, onAdd, onManage, ...slider }: HandleProps) {
  const { line, pending, moved, onSend } = slider;
  const addsProtections = line.what === 'entry' || line.what === 'price' || line.what === 'limit_price';
  return (
    <div
      ref={place(line.key, Number(line.price))}
      className={clsx(classes.handle, classes[line.tone])}
      data-moved={moved || undefined}
    >
      {line.movable ? <Slider {...slider} /> : <span className={classes.fact}>{shortOf(line)}</span>}
      {!addsProtections && !isOrderPrice(line) && line.movable && !moved && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={panelWords.removeLine(panelWords.lineOf(nameOf(line), whose(line)))}
          disabled={pending}
          onClick={() => onSend(null)}
        >
          <X size={12} aria-hidden />
        </button>
      )}
      {line.what === 'entry' && onManage !== null && (
        <button
          type="button"
          className={classes.handleButton}
          aria-haspopup="dialog"
          aria-label={actionWords.open(whose(line))}
          onClick={onManage}
        >
          <SlidersHorizontal size={12} aria-hidden />
        </button>
      )}
      {addsProtections && !protectedBy.stop_loss && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={panelWords.addStop(whose(line))}
          onClick={() => onAdd('stop_loss')}
        >
          {words.stopShort}
        </button>
      )}
      {addsProtections && !protectedBy.take_profit && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={panelWords.addTarget(whose(line))}
          onClick={() => onAdd('take_profit')}
        >
          {words.targetShort}
        </button>
      )}
      {addsProtections && further !== undefined && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={panelWords.addPart(further.index + 1, whose(line))}
          onClick={() => onAdd('target')}
        >
          {protectionWords.targetShort(further.index + 1)}
        </button>
      )}
    </div>
  );
}

/** Moves the line by pointer, finger or arrow keys. */
function Slider(props: SliderProps) {
  const { line, digits, pending, moved, begins, worth, onPull, onSend, onBack } = props;
  const slider = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    // What was just added is moved next.
    if (begins) slider.current?.focus({ preventScroll: true });
  }, [begins]);
  const { pulling, ...pointer } = usePull(props);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const steps = stepsOf(event, pageSteps(line.price, digits));
    if (steps !== 0) onPull(stepped(line.price, steps, digits));
    else if (event.key === 'Enter' && moved) onSend(line.price);
    else if (event.key === 'Escape' && moved) onBack();
    else if (event.key === 'Delete' && !isOrderPrice(line) && !begins) onSend(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      ref={slider}
      type="button"
      role="slider"
      aria-orientation="vertical"
      aria-label={panelWords.lineOf(nameOf(line), whose(line))}
      aria-valuemin={0}
      aria-valuemax={Number(line.price) * 10}
      aria-valuenow={Number(line.price)}
      aria-valuetext={formatPrice(line.price, digits)}
      aria-describedby={worth === null ? undefined : id}
      title={panelWords.moveHint}
      className={classes.slider}
      {...pointer}
      onKeyDown={onKeyDown}
      // A new line that somebody walks away from was not wanted.
      onBlur={() => !pulling() && moved && !pending && onBack()}
    >
      {shortOf(line)}
      {moved && <span className={classes.movedPrice}>{formatPrice(line.price, digits)}</span>}
      {worth?.(id)}
    </button>
  );
}

/** Pulling by pointer or finger: the price under it while it moves, and sent when it lets go. */
function usePull({ digits, plot, pending, onPull, onSend, onBack }: SliderProps) {
  const pull = useRef<{ y: number; top: number; moved: boolean } | null>(null);
  const priceAt = (clientY: number): string | null => {
    const price = pull.current === null ? null : plot.priceAt(clientY - pull.current.top);
    return price === null || price <= 0 ? null : price.toFixed(digits);
  };
  return {
    pulling: () => pull.current !== null,
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (pending || event.button !== 0) return;
      const group = event.currentTarget.closest('[role="group"]');
      if (group === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pull.current = { y: event.clientY, top: group.getBoundingClientRect().top, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      const held = pull.current;
      if (held === null || (!held.moved && Math.abs(event.clientY - held.y) < MOVED_PX)) return;
      held.moved = true;
      const price = priceAt(event.clientY);
      if (price !== null) onPull(price);
    },
    onPointerUp: (event: PointerEvent<HTMLButtonElement>) => {
      const [held, price] = [pull.current, priceAt(event.clientY)];
      pull.current = null;
      if (held?.moved === true && price !== null) onSend(price);
    },
    onPointerCancel: () => {
      pull.current = null;
      onBack();
    },
  };
}

function stepsOf({ key, shiftKey }: KeyboardEvent, page: number): number {
  const size = shiftKey ? Math.max(1, page / 10) : 1;
  if (key === 'ArrowUp' || key === 'ArrowRight') return size;
  if (key === 'ArrowDown' || key === 'ArrowLeft') return -size;
  if (key === 'PageUp') return page;
  return key === 'PageDown' ? -page : 0;
}
