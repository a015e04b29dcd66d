import clsx from 'clsx';
import { formatPrice, signOf } from '../../lib/format.ts';
import classes from './traders.module.css';

/** Hundredths of a percent as text. `trend` shows gain and loss with colour, sign and arrow. */
export function Percent({ value, trend = false }: { value: string; trend?: boolean }) {
  const sign = trend ? signOf(value) : 'even';
  return (
    <span className={clsx(sign !== 'even' && classes[sign])}>
      {sign !== 'even' && (
        <span aria-hidden className={classes.arrow}>
          {sign === 'gain' ? '▲' : '▼'}
        </span>
      )}
      {percentText(value, trend)}
    </span>
  );
}

export function percentText(value: string, plus = false): string {
  return `${plus && signOf(value) === 'gain' ? '+' : ''}${formatPrice(value, 2)}%`;
}
