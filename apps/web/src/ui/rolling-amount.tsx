import clsx from 'clsx';
import { useState } from 'react';
import { formatMoney } from '../lib/format.ts';
import amount from './amount.module.css';
import classes from './rolling-amount.module.css';

const DIGIT = /^\d$/;

/**
 * Money whose digits roll over to what they become, those that differ alone. The figure is plain text all the while, to be read aloud,
 * found and copied; what rolls lies over it for a moment and is drawn by the style sheet. Digits are compared from the cents backwards,
 * so that a sum that gains one keeps its places.
 */
export function RollingAmount({ value }: { value: { amount: string; currency: string } }) {
  const text = formatMoney(value);
  const [shown, setShown] = useState({ text, from: text });
  if (shown.text !== text) setShown({ text, from: shown.text });
  const { from } = shown;
  const rolls = from !== text;
  return (
    <span className={clsx(amount.amount, classes.figure)}>
      <span key={text} className={clsx(rolls && classes.under)}>
        {text}
      </span>
      {rolls && (
        <span key={`${from} ${text}`} className={classes.over} aria-hidden>
          {text.split('').map((now, index) => {
            const place = text.length - index;
            const before = from.at(-place) ?? '';
            const changed = before !== now && DIGIT.test(now) && DIGIT.test(before);
            return (
              <span key={place} data-now={now} {...(changed && { 'data-from': before, 'data-up': now > before })} />
            );
          })}
        </span>
      )}
    </span>
  );
}
