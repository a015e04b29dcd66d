import { useState } from 'react';
import { formatMoney } from '../lib/format.ts';
import amount from './amount.module.css';
import classes from './rolling-amount.module.css';

/**
 * Money whose digits roll over to what they become, those that differ alone. It is plain text to whoever reads it aloud, finds it or
 * copies it; what rolls away is drawn by the style sheet. From the cents backwards, so that a sum that gains a digit rolls in place.
 */
export function RollingAmount({ value }: { value: { amount: string; currency: string } }) {
  const text = formatMoney(value);
  const [shown, setShown] = useState({ text, from: text });
  if (shown.text !== text) setShown({ text, from: shown.text });
  return (
    <span className={amount.amount}>
      {text.split('').map((now, index) => {
        const place = text.length - index;
        const before = shown.from.at(-place) ?? '';
        return before === now || !DIGIT.test(now) || !DIGIT.test(before) ? (
          now
        ) : (
          <span
            key={`${place} ${shown.from} ${text}`}
            className={classes.digit}
            data-from={before}
            data-up={now > before}
          >
            <span className={classes.now}>{now}</span>
          </span>
        );
      })}
    </span>
  );
}

const DIGIT = /^\d$/;
