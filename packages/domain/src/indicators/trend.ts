import { averageRange } from './range.ts';
import { before, type Candle, type Step, Window } from './step.ts';

type Sar = {
  readonly rising: boolean;
  readonly sar: number;
  readonly extreme: number;
  readonly speed: number;
  /** False until the first turn: until then the direction is only a guess. */
  readonly sure: boolean;
  readonly bars: readonly Candle[];
};

/**
 * Parabolic stop and reverse (Wilder, 1978). Seed: the first bar is taken as rising with its low as the stop; nothing is shown until the
 * first turn has put that guess right.
 */
export function parabolic(step: number, most: number): Step<Candle, number> {
  const last = before<Sar>();
  return (bar, keep) => {
    const past = last.value;
    const next = past === undefined ? first(bar, step) : further(past, bar, step, most);
    last.set(next, keep);
    return past?.sure === true ? next.sar : Number.NaN;
  };
}

function first(bar: Candle, step: number): Sar {
  return { rising: true, sar: bar.low, extreme: bar.high, speed: step, sure: false, bars: [bar] };
}

function further(past: Sar, bar: Candle, step: number, most: number): Sar {
  const { rising } = past;
  const two = past.bars.slice(-2);
  const bars = [...two.slice(-1), bar];
  const moved = past.sar + past.speed * (past.extreme - past.sar);
  // The stop never enters the two bars before; with one bar there is nothing yet to hold it back.
  const held =
    two.length < 2
      ? moved
      : rising
        ? Math.min(moved, ...two.map(({ low }) => low))
        : Math.max(moved, ...two.map(({ high }) => high));
  const turned = rising ? bar.low < held : bar.high > held;
  if (turned) {
    return {
      ...{ rising: !rising, sar: past.extreme, extreme: rising ? bar.low : bar.high },
      ...{ speed: step, sure: true, bars },
    };
  }
  const further = rising ? bar.high > past.extreme : bar.low < past.extreme;
  return {
    ...{ rising, sar: held, sure: past.sure, bars },
    extreme: further ? (rising ? bar.high : bar.low) : past.extreme,
    speed: further ? Math.min(past.speed + step, most) : past.speed,
  };
}

type Super = { readonly rising: boolean; readonly upper: number; readonly lower: number; readonly close: number };

/** SuperTrend: a stop `widths` average true ranges from the middle of the bar that only moves towards the price (Seban). Seeds: that of the average true range; the first direction is the close above or below the bar's middle. [rising, falling] */
export function superTrend(length: number, widths: number): Step<Candle, readonly number[]> {
  const range = averageRange(length);
  const last = before<Super>();
  return (bar, keep) => {
    const size = range(bar, keep);
    if (Number.isNaN(size)) return [Number.NaN, Number.NaN];
    const middle = (bar.high + bar.low) / 2;
    const [above, below] = [middle + widths * size, middle - widths * size];
    const past = last.value ?? { rising: bar.close >= middle, upper: above, lower: below, close: Number.NaN };
    const upper = above < past.upper || past.close > past.upper ? above : past.upper;
    const lower = below > past.lower || past.close < past.lower ? below : past.lower;
    const rising = bar.close > (past.rising ? lower : upper);
    last.set({ rising, upper, lower, close: bar.close }, keep);
    return rising ? [lower, Number.NaN] : [Number.NaN, upper];
  };
}

/** Middle of the highest high and the lowest low of `length` bars. */
function middleOf(length: number): Step<Candle, number> {
  const [highs, lows] = [new Window(length), new Window(length)];
  return (bar, keep) => {
    highs.put(bar.high, keep);
    lows.put(bar.low, keep);
    return highs.full ? (highs.highest() + lows.lowest()) / 2 : Number.NaN;
  };
}

/**
 * Ichimoku (Hosoda, 1969). No seed. [conversion, base, span A, span B, close]: the spans are drawn `base` bars ahead and the close as many
 * bars behind; the values here stand at the bar they are made from.
 */
export function ichimoku(conversion: number, base: number, span: number): Step<Candle, readonly number[]> {
  const [quick, slow, long] = [middleOf(conversion), middleOf(base), middleOf(span)];
  return (bar, keep) => {
    const [tenkan, kijun, spanB] = [quick(bar, keep), slow(bar, keep), long(bar, keep)];
    return [tenkan, kijun, (tenkan + kijun) / 2, spanB, bar.close];
  };
}
