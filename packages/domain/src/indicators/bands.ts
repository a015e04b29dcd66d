import { ema, sma } from './averages.ts';
import { averageRange } from './range.ts';
import { type Candle, type Step, Window } from './step.ts';

/** Standard deviation of the population of the last `length` values, around their own mean. No seed. */
export function stdev(length: number): Step<number, number> {
  const window = new Window(length);
  return (value, keep) => {
    if (Number.isNaN(value)) return Number.NaN;
    window.put(value, keep);
    if (!window.full) return Number.NaN;
    const mean = window.mean();
    let squares = 0;
    for (let back = 0; back < length; back += 1) squares += (window.at(back) - mean) ** 2;
    return Math.sqrt(squares / length);
  };
}

/** Bollinger's bands: simple average ± `widths` standard deviations of the population (Bollinger, "Bollinger on Bollinger Bands"). No seed. [upper, middle, lower] */
export function bollinger(length: number, widths: number): Step<Candle, readonly number[]> {
  const [middle, spread] = [sma(length), stdev(length)];
  return ({ close }, keep) => {
    const mean = middle(close, keep);
    const away = widths * spread(close, keep);
    return [mean + away, mean, mean - away];
  };
}

/** Keltner's channel: EMA of the closes ± `widths` average true ranges (Raschke's form). Seeds: those of the EMA and of the average true range. [upper, middle, lower] */
export function keltner(length: number, widths: number, rangeLength: number): Step<Candle, readonly number[]> {
  const [middle, range] = [ema(length), averageRange(rangeLength)];
  return (bar, keep) => {
    const mean = middle(bar.close, keep);
    const away = widths * range(bar, keep);
    return [mean + away, mean, mean - away];
  };
}

/**
 * Donchian's channel: highest high and lowest low of the `length` bars before this one, so that a breakout is seen as one; the middle is
 * their mean. No seed. [upper, middle, lower]
 */
export function donchian(length: number): Step<Candle, readonly number[]> {
  const highs = new Window(length + 1);
  const lows = new Window(length + 1);
  return (bar, keep) => {
    highs.put(bar.high, keep);
    lows.put(bar.low, keep);
    if (!highs.full) return [Number.NaN, Number.NaN, Number.NaN];
    let [upper, lower] = [highs.at(1), lows.at(1)];
    for (let back = 2; back <= length; back += 1) {
      upper = Math.max(upper, highs.at(back));
      lower = Math.min(lower, lows.at(back));
    }
    return [upper, (upper + lower) / 2, lower];
  };
}
