import clsx from 'clsx';
import { memo } from 'react';
import type { Sign } from '../lib/format.ts';
import classes from './sparkline.module.css';

const WIDTH = 72;
const HEIGHT = 24;

/** The way of a price at a glance. Its numbers are for drawing only; the change beside it says the same in words. */
export const Sparkline = memo(function Sparkline({ values, sign }: { values: readonly number[]; sign: Sign }) {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = WIDTH / Math.max(1, values.length - 1);
  const y = (value: number) => (range === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / range) * (HEIGHT - 4));
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className={clsx(classes.line, sign !== 'even' && classes[sign])}
      aria-hidden
    >
      {values.length > 1 && <polyline points={points} />}
    </svg>
  );
});
