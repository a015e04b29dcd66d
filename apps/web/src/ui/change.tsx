import clsx from 'clsx';
import type { Change as ChangeOf } from '../lib/change.ts';
import classes from './amount.module.css';

/** A change in percent with colour, sign and arrow. */
export function Change({ value: { sign, text } }: { value: ChangeOf }) {
  return (
    <span className={clsx(classes.amount, sign !== 'even' && classes[sign])}>
      {sign !== 'even' && (
        <span aria-hidden className={classes.arrow}>
          {sign === 'gain' ? '▲' : '▼'}
        </span>
      )}
      {text}
    </span>
  );
}
