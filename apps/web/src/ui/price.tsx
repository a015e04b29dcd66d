import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { formatPrice, NO_VALUE } from '../lib/format.ts';
import amount from './amount.module.css';

type Props = {
  value: string | undefined;
  digits?: number | undefined;
  /** Colours the price by its last move. */
  live?: boolean;
  className?: string | undefined;
};

/** A price with its instrument's digits; a dash while there is none. */
export function Price({ value, digits, live = false, className }: Props) {
  const move = useMove(live ? value : undefined);
  return <span className={clsx(amount.amount, move !== null && amount[move], className)}>{value === undefined ? NO_VALUE : formatPrice(value, digits)}</span>;
}

function useMove(value: string | undefined): 'gain' | 'loss' | null {
  const before = useRef(value);
  const [move, setMove] = useState<'gain' | 'loss' | null>(null);
  useEffect(() => {
    if (value === undefined || value === before.current) return;
    // A comparison for colour only; no money is computed from it.
    if (before.current !== undefined) setMove(Number(value) > Number(before.current) ? 'gain' : 'loss');
    before.current = value;
  }, [value]);
  return move;
}
