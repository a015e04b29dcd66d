import clsx from 'clsx';
import { useEffect, useState } from 'react';
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
/** Prices that moved within this time come to rest together: one timer and one drawing, however many of them a quote frame moved. */
const TOGETHER_MS = 60;

let resting: { readonly since: number; readonly calls: Set<() => void> } | null = null;

/** Calls once the colour has been seen; returns the way to take it back. */
function atRest(call: () => void): () => void {
  const now = performance.now();
  if (resting === null || now - resting.since > TOGETHER_MS) {
    const calls = new Set<() => void>();
    resting = { since: now, calls };
    setTimeout(() => {
      for (const each of calls) each();
    }, MOVE_MS);
  }
  const { calls } = resting;
  calls.add(call);
  return () => calls.delete(call);
}

function useMove(value: string | undefined): 'gain' | 'loss' | null {
  const [seen, setSeen] = useState<{ value: string | undefined; move: 'gain' | 'loss' | null }>({ value, move: null });
  if (seen.value !== value) {
    // A comparison for colour only; no money is computed from it.
    const known = value !== undefined && seen.value !== undefined;
    setSeen({ value, move: !known ? null : Number(value) > Number(seen.value) ? 'gain' : 'loss' });
  }
  const { move } = seen;
  useEffect(
    () => (move === null ? undefined : atRest(() => setSeen((now) => ({ value: now.value, move: null })))),
    [value, move],
  );
  return move;
}
