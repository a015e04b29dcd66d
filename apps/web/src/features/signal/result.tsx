import type { Signal } from '@clearbook/contracts/signals';
import { signalWords as words } from '@clearbook/contracts/words/signals';
import clsx from 'clsx';
import { formatPrice, NO_VALUE, signOf } from '../../lib/format.ts';
import amount from '../../ui/amount.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './record.module.css';

/** A figure that is a gain or a loss: colour, sign and arrow, as amounts have them. */
export function Signed({ value, unit }: { value: string; unit: string }) {
  const sign = signOf(value);
  return (
    <span className={clsx(amount.amount, sign !== 'even' && amount[sign])}>
      {sign !== 'even' && (
        <span aria-hidden className={amount.arrow}>
          {sign === 'gain' ? '▲' : '▼'}
        </span>
      )}
      {sign === 'gain' && '+'}
      {formatPrice(value)} {unit}
    </span>
  );
}

/** What came of a signal, in units of its risk; percent and pips beneath. */
export function Result({ signal: { result } }: { signal: Signal }) {
  if (result === null || result.fill_price === null) return NO_VALUE;
  return (
    <span>
      <Signed value={result.r} unit={words.rUnit} />
      {result.percent !== null && (
        <span className={classes.sub}>
          {formatPrice(result.percent)}%{result.pips !== null && ` · ${formatPrice(result.pips)} ${words.pipsUnit}`}
        </span>
      )}
    </span>
  );
}

const TONES = { target: 'profit', stop: 'loss', expired: 'closed', not_entered: 'closed', open: 'pending' } as const;

export function Outcome({ signal }: { signal: Signal }) {
  const outcome = signal.result?.outcome ?? 'open';
  return <StatusBadge status={TONES[outcome]} label={words.outcomes[outcome]} />;
}
