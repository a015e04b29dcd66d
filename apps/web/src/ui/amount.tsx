import clsx from 'clsx';
import { formatMoney, formatUsd, signOf } from '../lib/format.ts';
import classes from './amount.module.css';
import { useGlow } from './use-glow.ts';

type Props = {
  /** A decimal string in dollars, or money with its currency as the api sends it. */
  value: string | { amount: string; currency: string };
  /** Shows gain and loss with colour, sign and arrow. */
  trend?: boolean;
  /** Glows once when the figure changes. */
  live?: boolean;
  className?: string | undefined;
};

/** The one way in which money is shown. */
export function Amount({ value, trend = false, live = false, className }: Props) {
  const amount = typeof value === 'string' ? value : value.amount;
  const text = typeof value === 'string' ? formatUsd(value) : formatMoney(value);
  const sign = trend ? signOf(amount) : 'even';
  const ref = useGlow(live ? text : '');
  return (
    <span ref={ref} className={clsx(classes.amount, sign !== 'even' && classes[sign], className)}>
      {sign !== 'even' && (
        <span aria-hidden className={classes.arrow}>
          {sign === 'gain' ? '▲' : '▼'}
        </span>
      )}
      {sign === 'gain' ? `+${text}` : text}
    </span>
  );
}
