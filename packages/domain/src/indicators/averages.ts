import { type Step, Window } from './step.ts';

/** Simple moving average: mean of the last `length` values (Achelis, "Technical Analysis from A to Z"). No seed: it begins when they are there. */
export function sma(length: number): Step<number, number> {
  const window = new Window(length);
  return (value, keep) => {
    if (Number.isNaN(value)) return Number.NaN;
    window.put(value, keep);
    return window.full ? window.mean() : Number.NaN;
  };
}

/** Exponential moving average, weight 2 ÷ (length + 1) on the new value. Seed: the simple average of the first `length` values. */
export function ema(length: number): Step<number, number> {
  return smoothed(length, 2 / (length + 1));
}

/** Smoothed average (Wilder, "New Concepts in Technical Trading Systems"): weight 1 ÷ length. Seed: the simple average of the first `length` values. */
export function smma(length: number): Step<number, number> {
  return smoothed(length, 1 / length);
}

function smoothed(length: number, weight: number): Step<number, number> {
  let count = 0;
  let total = 0;
  let last = Number.NaN;
  return (value, keep) => {
    if (Number.isNaN(value)) return Number.NaN;
    const seen = count + 1;
    const next =
      seen < length ? Number.NaN : seen === length ? (total + value) / length : last + weight * (value - last);
    if (keep) {
      count = seen;
      if (seen < length) total += value;
      last = next;
    }
    return next;
  };
}

/** Weighted average: weights 1 to `length`, the newest the heaviest. No seed. */
export function wma(length: number): Step<number, number> {
  const window = new Window(length);
  return (value, keep) => {
    if (Number.isNaN(value)) return Number.NaN;
    window.put(value, keep);
    if (!window.full) return Number.NaN;
    let total = 0;
    for (let back = 0; back < length; back += 1) total += window.at(back) * (length - back);
    return total / ((length * (length + 1)) / 2);
  };
}

/** Hull's average: WMA(√length) of 2 × WMA(length ÷ 2) − WMA(length), roots and halves cut to whole bars (Hull, 2005). No seed. */
export function hma(length: number): Step<number, number> {
  const half = wma(Math.max(1, Math.floor(length / 2)));
  const full = wma(length);
  const last = wma(Math.max(1, Math.floor(Math.sqrt(length))));
  return (value, keep) => last(2 * half(value, keep) - full(value, keep), keep);
}

/**
 * Averages of averages (Mulloy, 1994): EMA of the EMA of the EMA. Seed: all three are the simple average of the first `length` values, at
 * the same bar, so that the indicator begins there and not two lengths later.
 */
function cascade(length: number): Step<number, readonly [number, number, number]> {
  const weight = 2 / (length + 1);
  let count = 0;
  let total = 0;
  let last: readonly [number, number, number] = [Number.NaN, Number.NaN, Number.NaN];
  return (value, keep) => {
    if (Number.isNaN(value)) return [value, value, value];
    const seen = count + 1;
    let next = last;
    if (seen === length) {
      const seed = (total + value) / length;
      next = [seed, seed, seed];
    } else if (seen > length) {
      const first = last[0] + weight * (value - last[0]);
      const second = last[1] + weight * (first - last[1]);
      next = [first, second, last[2] + weight * (second - last[2])];
    }
    if (keep) {
      count = seen;
      if (seen < length) total += value;
      last = next;
    }
    return next;
  };
}

/** Double exponential average: 2 × EMA − EMA of the EMA (Mulloy, 1994). Seed: both are the simple average of the first `length` values. */
export function dema(length: number): Step<number, number> {
  const step = cascade(length);
  return (value, keep) => {
    const [first, second] = step(value, keep);
    return 2 * first - second;
  };
}

/** Triple exponential average: 3 × EMA − 3 × EMA² + EMA³ (Mulloy, 1994). Seed: all three are the simple average of the first `length` values. */
export function tema(length: number): Step<number, number> {
  const step = cascade(length);
  return (value, keep) => {
    const [first, second, third] = step(value, keep);
    return 3 * first - 3 * second + third;
  };
}

/** TRIX: change of the triple EMA from bar to bar, in percent (Hutson, 1983). Seed: all three EMAs are the simple average of the first `length` closes. */
export function trix(length: number): Step<number, number> {
  const step = cascade(length);
  let last = Number.NaN;
  return (value, keep) => {
    const [, , third] = step(value, keep);
    const change = (100 * (third - last)) / last;
    if (keep) last = third;
    return change;
  };
}
