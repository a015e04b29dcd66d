import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { formatPrice, NO_VALUE } from '../lib/format.ts';
import { quoteStore } from '../lib/quotes.ts';
import amount from './amount.module.css';

type Props = {
  value: string | null | undefined;
  digits?: number | undefined;
  className?: string | undefined;
};

/** A price with its instrument's digits; a dash while there is none. */
export function Price({ value, digits, className }: Props) {
  return (
    <span className={clsx(amount.amount, className)}>
      {value === undefined || value === null ? NO_VALUE : formatPrice(value, digits)}
    </span>
  );
}

type LiveProps = {
  symbol: string;
  at: 'bid' | 'ask';
  digits: number | undefined;
  /** Follows the market; false where nobody sees it, until somebody does. */
  seen?: boolean;
  /** Colours the price by its last move. */
  coloured?: boolean;
};

/** A price as it is now. Each quote is written straight into the page: a frame that moves forty prices renders nothing. */
export function LivePrice({ symbol, at, digits, seen = true, coloured = true }: LiveProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let shown: string | undefined;
    const write = () => {
      const value = quoteStore.get(symbol)?.[at];
      if (seen && quoteStore.isStale(symbol)) element.dataset['stale'] = '';
      else delete element.dataset['stale'];
      if (value !== undefined && value === shown) return;
      element.textContent = value === undefined ? NO_VALUE : formatPrice(value, digits);
      // A comparison for colour only; no money is computed from it.
      if (coloured && shown !== undefined && value !== undefined)
        colour(element, Number(value) > Number(shown) ? 'gain' : 'loss');
      shown = value;
    };
    write();
    return seen ? quoteStore.subscribe(symbol, write) : undefined;
  }, [symbol, at, digits, seen, coloured]);
  return <span ref={ref} className={amount.amount} />;
}

/** The colour of a move stays this long, so that a quiet market looks quiet. */
const MOVE_MS = 900;
/** Prices that moved within this time come to rest together: one timer and one drawing, however many of them a quote frame moved. */
const TOGETHER_MS = 60;

type Move = { readonly since: number };
let latest: Move | null = null;
const moves = new Map<HTMLElement, Move>();

/** Colours the element for a while. */
function colour(element: HTMLElement, way: 'gain' | 'loss'): void {
  const now = performance.now();
  if (latest === null || now - latest.since > TOGETHER_MS) {
    const move: Move = { since: now };
    latest = move;
    setTimeout(() => {
      for (const [each, last] of moves) {
        if (last !== move) continue;
        moves.delete(each);
        delete each.dataset['move'];
      }
    }, MOVE_MS);
  }
  moves.set(element, latest);
  element.dataset['move'] = way;
}
