import { sma } from './averages.ts';
import { before, type Candle, type Step, Window } from './step.ts';

/** A bar whose volume somebody counted: what was traded, or how many quotes came. */
export type Counted = Candle & { readonly volume: number };

/** The volume of each bar and its simple average. Seed: none for the volume; the average once there are enough bars. */
export function volume(length: number): Step<Counted, readonly number[]> {
  const mean = sma(length);
  return (bar, keep) => [bar.volume, mean(bar.volume, keep)];
}

/** Of a bar whose volume nobody counted nothing can be said, and what follows goes on as if it were not there: a zero would be a figure. */
export function whereCounted(outputs: number, step: Step<Counted, readonly number[]>): Step<Candle, readonly number[]> {
  return (bar, keep) =>
    bar.volume === null
      ? Array.from({ length: outputs }, () => Number.NaN)
      : step({ ...bar, volume: bar.volume }, keep);
}

/** On-balance volume (Granville, 1963): volume added where the close rose, taken off where it fell. Seed: 0 at the first bar. */
export function obv(): Step<Counted, number> {
  const last = before<{ close: number; total: number }>();
  return (bar, keep) => {
    const past = last.value;
    const sign = past === undefined ? 0 : Math.sign(bar.close - past.close);
    const total = (past?.total ?? 0) + sign * bar.volume;
    last.set({ close: bar.close, total }, keep);
    return total;
  };
}

/** Money flow index: an RSI of typical price × volume over simple sums (Quong and Soudack, 1989). No seed. */
export function mfi(length: number): Step<Counted, number> {
  const [rises, falls] = [new Window(length), new Window(length)];
  const last = before<number>();
  return (bar, keep) => {
    const typical = typicalOf(bar);
    const past = last.value;
    last.set(typical, keep);
    if (past === undefined) return Number.NaN;
    const flow = typical * bar.volume;
    rises.put(typical > past ? flow : 0, keep);
    falls.put(typical < past ? flow : 0, keep);
    if (!rises.full) return Number.NaN;
    const [up, down] = [rises.sum(), falls.sum()];
    return down === 0 ? 100 : 100 - 100 / (1 + up / down);
  };
}

/** Chaikin's money flow: Σ (place of the close in its bar × volume) ÷ Σ volume of `length` bars (Chaikin). No seed. */
export function cmf(length: number): Step<Counted, number> {
  const [flows, volumes] = [new Window(length), new Window(length)];
  return (bar, keep) => {
    const width = bar.high - bar.low;
    const place = width === 0 ? 0 : (bar.close - bar.low - (bar.high - bar.close)) / width;
    flows.put(place * bar.volume, keep);
    volumes.put(bar.volume, keep);
    if (!flows.full) return Number.NaN;
    const total = volumes.sum();
    return total === 0 ? 0 : flows.sum() / total;
  };
}

/** Volume-weighted average price: Σ (typical price × volume) ÷ Σ volume from the first bar on that is loaded. Seed: that bar. */
export function vwap(): Step<Counted, number> {
  const last = before<{ flow: number; volume: number }>();
  return (bar, keep) => {
    const flow = (last.value?.flow ?? 0) + typicalOf(bar) * bar.volume;
    const volume = (last.value?.volume ?? 0) + bar.volume;
    last.set({ flow, volume }, keep);
    return volume === 0 ? Number.NaN : flow / volume;
  };
}

function typicalOf({ high, low, close }: Candle): number {
  return (high + low + close) / 3;
}
