import { smma } from './averages.ts';
import { before, type Candle, type Step } from './step.ts';

/** Wilder's true range: the bar's own range, or its distance from the close before where that is wider. NaN for the first bar. */
export function trueRange(): Step<Candle, number> {
  const last = before<number>();
  return (bar, keep) => {
    const close = last.value;
    last.set(bar.close, keep);
    if (close === undefined) return Number.NaN;
    return Math.max(bar.high, close) - Math.min(bar.low, close);
  };
}

/** Average true range (Wilder, 1978): smoothed with weight 1 ÷ length. Seed: the simple average of the first `length` true ranges, the first of which is the second bar's. */
export function averageRange(length: number): Step<Candle, number> {
  const [range, average] = [trueRange(), smma(length)];
  return (bar, keep) => average(range(bar, keep), keep);
}

/** Directional movement (Wilder, 1978). Seeds: rises, falls and ranges begin with the mean of their first `length` values, ADX with the mean of the first `length` DX. [ADX, +DI, −DI] */
export function adx(length: number): Step<Candle, readonly number[]> {
  const [range, ranges, rises, falls, average] = [trueRange(), smma(length), smma(length), smma(length), smma(length)];
  const last = before<Candle>();
  return (bar, keep) => {
    const past = last.value;
    last.set(bar, keep);
    const size = range(bar, keep);
    if (past === undefined) return [Number.NaN, Number.NaN, Number.NaN];
    const [up, down] = [bar.high - past.high, past.low - bar.low];
    const width = ranges(size, keep);
    const plus = percent(rises(up > down && up > 0 ? up : 0, keep), width);
    const minus = percent(falls(down > up && down > 0 ? down : 0, keep), width);
    const index = plus + minus === 0 ? 0 : percent(Math.abs(plus - minus), plus + minus);
    return [average(index, keep), plus, minus];
  };
}

/** NaN stays NaN; a market that did not move at all has no direction. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
