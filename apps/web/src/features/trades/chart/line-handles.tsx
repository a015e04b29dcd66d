import type { Instrument, Order, Trade } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { tradeWords } from '@clearbook/contracts/words/trading';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatLots, formatPrice } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { quoteStore } from '../../../lib/quotes.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './chart.module.css';
import { amended, firstPrice, stepped, type Line } from './lines.ts';
import type { Plot } from './plot.ts';

type Props = {
  plot: Plot;
  instrument: Instrument;
  lines: readonly Line[];
  trades: readonly Trade[];
  orders: readonly Order[];
  /** Set here; called by the chart after each painting. */
  onPainted: { current: ((yOf: (price: number) => number | null) => void) | null };
};

/** A line under somebody's hand: where it is now, and where it was. */
type Pulled = { readonly line: Line; readonly price: string; readonly added: boolean };
/** A new stop or target begins this part of the visible prices away. */
const FIRST_PART = 0.12;
const PAGE_STEPS = 10;
/** A pointer that moved less only meant to choose. */
const MOVED_PX = 3;
/** Half the height of a handle, and where the first one begins. */
const HANDLE_HALF = 13;
const HANDLE_X = 8;
const HANDLE_GAP = 6;

/** Handles of the lines of trades and orders: pulled by mouse, finger or arrow keys. What is let go, or confirmed by Enter, is sent at once. */
export function LineHandles({ plot, instrument, lines, trades, orders, onPainted }: Props) {
  const { digits, symbol } = instrument;
  const [pulled, setPulled] = useState<Pulled | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, { element: HTMLElement; price: number; width: number }>());
  const widths = useRef<Widths>(new WeakMap());
  const shown: Line[] = lines.map((line) => (line.key === pulled?.line.key ? { ...line, price: pulled.price } : line));
  if (pulled !== null && pulled.added && !shown.some(({ key }) => key === pulled.line.key)) {
    shown.push({ ...pulled.line, price: pulled.price });
  }

  /** What was sent last. Another line may be under the hand before its answer is here. */
  const sent = useRef({ key: '', said: '' });
  const letGo = () => {
    const { key } = sent.current;
    setPulled((now) => (now?.line.key === key ? null : now));
  };
  const settle = async (topic: 'trades' | 'orders') => {
    toast.success(sent.current.said);
    // The line stays where it was let go until the list says the same.
    await queryClient.invalidateQueries({ queryKey: [topic] });
    letGo();
  };
  const refuse = (detail: string) => {
    letGo();
    setProblem(detail);
    toast.error(detail);
  };
  const trade = useSubmit('PATCH /trades/:id', {
    onSuccess: () => void settle('trades'),
    onProblem: ({ detail }) => refuse(detail),
  });
  const order = useSubmit('PATCH /orders/:id', {
    onSuccess: () => void settle('orders'),
    onProblem: ({ detail }) => refuse(detail),
  });

  const send = (line: Line, price: string | null) => {
    const what = line.what === 'price' ? whose(line) : line.what === 'stop_loss' ? words.stop : words.target;
    const said = price === null ? words.removed(what) : words.saved(what, formatPrice(price, digits));
    sent.current = { key: line.key, said };
    setProblem(null);
    if (line.of === 'order') {
      void order.submit({ params: { id: line.id }, body: { [line.what]: price } });
      return;
    }
    const of = trades.find(({ id }) => id === line.id);
    if (of === undefined || (line.what !== 'stop_loss' && line.what !== 'take_profit')) return;
    void trade.submit({ params: { id: line.id }, body: amended(of, line.what, price) });
  };

  useEffect(() => {
    plot.setLevels(
      shown.map(({ key, tone, price }) => ({ key, tone, price: Number(price), moved: key === pulled?.line.key })),
    );
  });
  useEffect(() => () => plot.setLevels([]), [plot]);

  const moving = pulled?.line.key;
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
        const held = Math.min(height - HANDLE_HALF, Math.max(top + HANDLE_HALF, y));
        const x = besides(placed, held, handle.width);
        // Beside so many others there is no room for this one: the list of positions has the same to change.
        handle.element.hidden = x > HANDLE_X && x + handle.width > width;
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
  const place = useCallback(
    (key: string, price: number) => (element: HTMLElement | null) => {
      if (element === null) elements.current.delete(key);
      else elements.current.set(key, { element, price, width: widthOf(element, widths.current) });
    },
    [],
  );

  const add = (line: Line, what: 'stop_loss' | 'take_profit') => {
    const quote = quoteStore.get(symbol);
    if (quote === undefined) return;
    const [top, bottom] = [plot.priceAt(0) ?? 0, plot.priceAt(plot.paneHeight()) ?? 0];
    const price = firstPrice(line.side, what, quote, Math.abs(top - bottom) * FIRST_PART, digits);
    const tone = what === 'stop_loss' ? 'stop' : 'target';
    setPulled({
      line: { ...line, key: `${line.id}:${what}`, what, tone, price, movable: true },
      ...{ price, added: true },
    });
  };

  return (
    <div ref={group} className={classes.handles} role="group" aria-label={words.lines}>
      {shown.map((line) => (
        <Handle
          key={line.key}
          line={line}
          digits={digits}
          plot={plot}
          place={place}
          pending={trade.pending || order.pending}
          moved={pulled?.line.key === line.key}
          begins={pulled?.line.key === line.key && pulled.added}
          protectedBy={protections(line, trades, orders)}
          onAdd={(what) => add(line, what)}
          onPull={(price) => {
            setProblem(null);
            setPulled({ line, price, added: pulled?.line.key === line.key && pulled.added });
          }}
          onSend={(price) => send(line, price)}
          onBack={() => setPulled(null)}
        />
      ))}
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

type HandleProps = {
  line: Line;
  digits: number;
  plot: Plot;
  place: (key: string, price: number) => (element: HTMLElement | null) => void;
  pending: boolean;
  moved: boolean;
  begins: boolean;
  /** Which protections the line's trade or order has. */
  protectedBy: { stop_loss: boolean; take_profit: boolean };
  onAdd: (what: 'stop_loss' | 'take_profit') => void;
  onPull: (price: string) => void;
  onSend: (price: string | null) => void;
  onBack: () => void;
};

function Handle({
  line,
  digits,
  plot,
  place,
  pending,
  moved,
  begins,
  protectedBy,
  onAdd,
  onPull,
  onSend,
  onBack,
}: HandleProps) {
  const slider = useRef<HTMLButtonElement>(null);
  const pull = useRef<{ y: number; top: number; moved: boolean } | null>(null);
  useEffect(() => {
    // What was just added is moved next.
    if (begins) slider.current?.focus({ preventScroll: true });
  }, [begins]);

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (pending || event.button !== 0) return;
    const group = event.currentTarget.closest('[role="group"]');
    if (group === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pull.current = { y: event.clientY, top: group.getBoundingClientRect().top, moved: false };
  };
  const priceAt = (clientY: number): string | null => {
    const price = pull.current === null ? null : plot.priceAt(clientY - pull.current.top);
    return price === null || price <= 0 ? null : price.toFixed(digits);
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const held = pull.current;
    if (held === null || (!held.moved && Math.abs(event.clientY - held.y) < MOVED_PX)) return;
    held.moved = true;
    const price = priceAt(event.clientY);
    if (price !== null) onPull(price);
  };
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>) => {
    const [held, price] = [pull.current, priceAt(event.clientY)];
    pull.current = null;
    if (held?.moved === true && price !== null) onSend(price);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const steps = stepsOf(event);
    if (steps !== 0) onPull(stepped(line.price, steps, digits));
    else if (event.key === 'Enter' && moved) onSend(line.price);
    else if (event.key === 'Escape' && moved) onBack();
    else if (event.key === 'Delete' && line.what !== 'price' && !begins) onSend(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const name = nameOf(line);
  return (
    <div
      ref={place(line.key, Number(line.price))}
      className={clsx(classes.handle, classes[line.tone])}
      data-moved={moved || undefined}
    >
      {line.movable ? (
        <button
          ref={slider}
          type="button"
          role="slider"
          aria-orientation="vertical"
          aria-label={words.lineOf(name, whose(line))}
          aria-valuemin={0}
          aria-valuemax={Number(line.price) * 10}
          aria-valuenow={Number(line.price)}
          aria-valuetext={formatPrice(line.price, digits)}
          title={words.moveHint}
          className={classes.slider}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            pull.current = null;
            onBack();
          }}
          onKeyDown={onKeyDown}
          // A new line that somebody walks away from was not wanted.
          onBlur={() => pull.current === null && moved && !pending && onBack()}
        >
          {shortOf(line)}
          {moved && <span className={classes.movedPrice}>{formatPrice(line.price, digits)}</span>}
        </button>
      ) : (
        <span className={classes.fact}>{shortOf(line)}</span>
      )}
      {line.what !== 'entry' && line.what !== 'price' && line.movable && !moved && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={words.removeLine(words.lineOf(name, whose(line)))}
          disabled={pending}
          onClick={() => onSend(null)}
        >
          <X size={12} aria-hidden />
        </button>
      )}
      {(line.what === 'entry' || line.what === 'price') && !protectedBy.stop_loss && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={words.addStop(whose(line))}
          onClick={() => onAdd('stop_loss')}
        >
          {words.stopShort}
        </button>
      )}
      {(line.what === 'entry' || line.what === 'price') && !protectedBy.take_profit && (
        <button
          type="button"
          className={classes.handleButton}
          aria-label={words.addTarget(whose(line))}
          onClick={() => onAdd('take_profit')}
        >
          {words.targetShort}
        </button>
      )}
    </div>
  );
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

function protections(line: Line, trades: readonly Trade[], orders: readonly Order[]) {
  const of = [...trades, ...orders].find(({ id }) => id === line.id);
  return { stop_loss: of?.stop_loss !== null, take_profit: of?.take_profit !== null };
}

function stepsOf({ key, shiftKey }: KeyboardEvent): number {
  const size = shiftKey ? PAGE_STEPS : 1;
  if (key === 'ArrowUp' || key === 'ArrowRight') return size;
  if (key === 'ArrowDown' || key === 'ArrowLeft') return -size;
  if (key === 'PageUp') return PAGE_STEPS * PAGE_STEPS;
  return key === 'PageDown' ? -PAGE_STEPS * PAGE_STEPS : 0;
}

function whose(line: Line): string {
  const [side, lots] = [line.side === 'buy' ? tradeWords.buy : tradeWords.sell, formatLots(line.lots)];
  return line.of === 'trade' ? words.entry(side, lots) : words.orderOf(side, lots);
}

function nameOf({ what }: Line): string {
  const names = {
    ...{ entry: tradeWords.columns.entry, price: words.orderPrice, stop_loss: words.stop, take_profit: words.target },
    ...{ trailing: words.trailing, close_out: words.closeOut },
  };
  return names[what];
}

function shortOf(line: Line): string {
  if (line.what === 'entry' || line.what === 'price') return whose(line);
  if (line.what === 'stop_loss') return words.stopShort;
  return line.what === 'take_profit' ? words.targetShort : nameOf(line);
}
