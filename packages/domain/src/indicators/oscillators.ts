import { ema, sma, smma } from './averages.ts';
import { ago, before, type Candle, type Step, Window } from './step.ts';

/** Relative strength index (Wilder, 1978). Seed: the simple averages of the first `length` rises and falls. 100 where nothing fell. */
export function rsi(length: number): Step<number, number> {
  const [rises, falls] = [smma(length), smma(length)];
  const last = before<number>();
  return (value, keep) => {
    const past = last.value;
    last.set(value, keep);
    if (past === undefined) return Number.NaN;
    const up = rises(Math.max(0, value - past), keep);
    const down = falls(Math.max(0, past - value), keep);
    return down === 0 ? 100 : 100 - 100 / (1 + up / down);
  };
}

/** Where `value` stands between the extremes of the last `length` bars, 0 to 100; 50 where they are one price. */
function place(length: number): (value: number, high: number, low: number, keep: boolean) => number {
  const [highs, lows] = [new Window(length), new Window(length)];
  return (value, high, low, keep) => {
    highs.put(high, keep);
    lows.put(low, keep);
    if (!highs.full) return Number.NaN;
    const [top, bottom] = [highs.highest(), lows.lowest()];
    return top === bottom ? 50 : (100 * (value - bottom)) / (top - bottom);
  };
}

/** Lane's stochastic: %K smoothed by a simple average, %D the simple average of that (Lane, 1984). No seed. [%K, %D] */
export function stochastic(length: number, smooth: number, signal: number): Step<Candle, readonly number[]> {
  const [raw, slow, line] = [place(length), sma(smooth), sma(signal)];
  return (bar, keep) => {
    const k = slow(raw(bar.close, bar.high, bar.low, keep), keep);
    return [k, line(k, keep)];
  };
}

/** Stochastic of the RSI (Chande and Kroll, 1994). Seed: that of the RSI. [stochastic, signal] */
export function stochasticRsi(
  rsiLength: number,
  length: number,
  smooth: number,
  signal: number,
): Step<Candle, readonly number[]> {
  const [strength, raw, slow, line] = [rsi(rsiLength), place(length), sma(smooth), sma(signal)];
  return (bar, keep) => {
    const value = strength(bar.close, keep);
    if (Number.isNaN(value)) return [Number.NaN, Number.NaN];
    const k = slow(raw(value, value, value, keep), keep);
    return [k, line(k, keep)];
  };
}

/** Convergence of two EMAs (Appel, 1979). Seeds: each EMA with its own simple average, the signal with that of the first MACD values. [MACD, signal, histogram] */
export function macd(fast: number, slow: number, signal: number): Step<Candle, readonly number[]> {
  const [quick, long, line] = [ema(fast), ema(slow), ema(signal)];
  return ({ close }, keep) => {
    const value = quick(close, keep) - long(close, keep);
    const average = line(value, keep);
    return [value, average, value - average];
  };
}

/** Commodity channel index: distance of the typical price from its mean in mean deviations, ÷ 0.015 (Lambert, 1980); 0 where they are one price. No seed. */
export function cci(length: number): Step<Candle, number> {
  const window = new Window(length);
  return (bar, keep) => {
    const typical = (bar.high + bar.low + bar.close) / 3;
    window.put(typical, keep);
    if (!window.full) return Number.NaN;
    // The mean of one price is not always that price, and the difference would be all of the deviation.
    if (window.highest() === window.lowest()) return 0;
    const mean = window.mean();
    let away = 0;
    for (let back = 0; back < length; back += 1) away += Math.abs(window.at(back) - mean);
    return (typical - mean) / ((0.015 * away) / length);
  };
}

/** Williams' %R: distance from the highest high of `length` bars, −100 to 0 (Williams, 1973). No seed. */
export function williams(length: number): Step<Candle, number> {
  const raw = place(length);
  return (bar, keep) => raw(bar.close, bar.high, bar.low, keep) - 100;
}

/** Rate of change: percent from the close `length` bars ago. No seed. */
export function roc(length: number): Step<Candle, number> {
  const past = ago(length);
  return ({ close }, keep) => {
    const then = past(close, keep);
    return (100 * (close - then)) / then;
  };
}

/** Aroon: 100 × (length − bars since the extreme of length + 1 bars) ÷ length; of equal extremes the oldest counts (Chande, 1995). No seed. [up, down] */
export function aroon(length: number): Step<Candle, readonly number[]> {
  const [highs, lows] = [new Window(length + 1), new Window(length + 1)];
  return (bar, keep) => {
    highs.put(bar.high, keep);
    lows.put(bar.low, keep);
    if (!highs.full) return [Number.NaN, Number.NaN];
    return [(100 * (length - highs.highestAt())) / length, (100 * (length - lows.lowestAt())) / length];
  };
}
