import type { Bar } from '../market/index.ts';
import { addFractions, type Fraction, max, min, ZERO } from '../money/index.ts';

/**
 * Every formula takes bars, oldest first, and the position of the bar it is asked for; undefined where too few bars come before it. All
 * of them look back a fixed number of bars and none is rounded: whoever has those bars gets the same value, wherever the record begins.
 */

/** Sum of the last `length` closes: the simple moving average times its length (Achelis, "Technical Analysis from A to Z", Moving averages). */
export function closeSum(bars: readonly Bar[], at: number, length: number): bigint | undefined {
  if (at < length - 1) return undefined;
  let sum = 0n;
  for (let i = at - length + 1; i <= at; i += 1) sum += bars[i]!.close;
  return sum;
}

/** Highest high and lowest low of the last `length` bars. */
export function extremes(
  bars: readonly Bar[],
  at: number,
  length: number,
): { readonly high: bigint; readonly low: bigint } | undefined {
  const last = bars[at];
  if (last === undefined || at < length - 1) return undefined;
  let { high, low } = last;
  for (let i = at - length + 1; i < at; i += 1) {
    high = max(high, bars[i]!.high);
    low = min(low, bars[i]!.low);
  }
  return { high, low };
}

/**
 * Where the close stands in Bollinger's bands of `length` bars and `widths` standard deviations of the population (Bollinger, "Bollinger on
 * Bollinger Bands"): −1 below the lower band, 1 above the upper one, 0 inside or on a band. Compared as squares, so that no root is rounded.
 */
export function bandSide(bars: readonly Bar[], at: number, length: number, widths: number): -1 | 0 | 1 | undefined {
  const sum = closeSum(bars, at, length);
  if (sum === undefined) return undefined;
  const n = BigInt(length);
  let squares = 0n;
  for (let i = at - length + 1; i <= at; i += 1) squares += bars[i]!.close * bars[i]!.close;
  // n × (close − mean), and n² × variance.
  const away = n * bars[at]!.close - sum;
  const spread = n * squares - sum * sum;
  if (away * away <= BigInt(widths * widths) * spread) return 0;
  return away < 0n ? -1 : 1;
}

/**
 * Relative strength index, 0 to 100 (Wilder, "New Concepts in Technical Trading Systems", with the simple averages of Cutler's variant):
 * 100 × rises ÷ (rises + falls) of the last `length` closes. 50 where nothing moved.
 */
export function relativeStrength(bars: readonly Bar[], at: number, length: number): Fraction | undefined {
  if (at < length) return undefined;
  let rises = 0n;
  let moves = 0n;
  for (let i = at - length + 1; i <= at; i += 1) {
    const move = bars[i]!.close - bars[i - 1]!.close;
    if (move > 0n) rises += move;
    moves += move < 0n ? -move : move;
  }
  return moves === 0n ? { num: 50n, den: 1n } : { num: 100n * rises, den: moves };
}

/** Lane's raw stochastic, 0 to 100: where the close stands between the extremes of `length` bars. 50 where they are one price. */
export function stochastic(bars: readonly Bar[], at: number, length: number): Fraction | undefined {
  const range = extremes(bars, at, length);
  if (range === undefined) return undefined;
  const width = range.high - range.low;
  return width === 0n ? { num: 50n, den: 1n } : { num: 100n * (bars[at]!.close - range.low), den: width };
}

/** Mean of `length` values, the last of them at `at`. */
export function mean(value: (at: number) => Fraction | undefined, at: number, length: number): Fraction | undefined {
  let sum = ZERO;
  for (let i = at - length + 1; i <= at; i += 1) {
    const each = value(i);
    if (each === undefined) return undefined;
    sum = addFractions(sum, each);
  }
  return { num: sum.num, den: sum.den * BigInt(length) };
}

/** Wilder's true range: the bar's own range, or its distance from the close before where that is wider. */
export function trueRange(bars: readonly Bar[], at: number): bigint | undefined {
  const bar = bars[at];
  const before = bars[at - 1];
  if (bar === undefined || before === undefined) return undefined;
  return max(bar.high, before.close) - min(bar.low, before.close);
}

/** Sum of the last `length` true ranges: the average true range, as a simple average, times its length. */
export function trueRangeSum(bars: readonly Bar[], at: number, length: number): bigint | undefined {
  if (at < length) return undefined;
  let sum = 0n;
  for (let i = at - length + 1; i <= at; i += 1) sum += trueRange(bars, i) ?? 0n;
  return sum;
}

/** −1, 0 or 1 as `a` is below, equal to or above `b`. */
export function compare(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const [left, right] = [a.num * b.den, b.num * a.den];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
