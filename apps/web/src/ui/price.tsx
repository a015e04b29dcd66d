import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { formatPrice, NO_VALUE } from '../lib/format.ts';
import amount from './amount.module.css';

type Props = {
  value: string | null | undefined;
  digits?: number | undefined;
  /** Colours the price by its last move. */
  live?: boolean;
  className?: string | undefined;
};

/** A price with its instrument's digits; a dash while there is none. */
export function Price({ value, digits, live = false, className }: Props) {
  const move = useMove(live ? (value ?? undefined) : undefined);
  return (
    <span className={clsx(amount.amount, move !== null && amount[move], className)}>
      {value === undefined || value === null ? NO_VALUE : formatPrice(value, digits)}
    </span>
  );
}

/** The colour of a move stays this long, so that a quiet market looks quiet. */
const MOVE_MS = 900;

function useMove(value: string | undefined): 'gain' | 'loss' | null {
  const before = useRef(value);
  const [move, setMove] = useState<'gain' | 'loss' | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (value === undefined || last === undefined || value === last) return undefined;
    // A comparison for colour only; no money is computed from it.
    setMove(Number(value) > Number(last) ? 'gain' : 'loss');
    const timer = setTimeout(() => setMove(null), MOVE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return move;
}
