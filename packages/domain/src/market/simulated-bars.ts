import { type Bar, BAR_MS, type BarInterval, barOf } from './bars.ts';
import { session } from './hours.ts';
import { instrument, type Symbol } from './instruments.ts';
import type { Price } from './price.ts';
import { SIMULATED_TICK_MS, type Simulation } from './simulated.ts';

/**
 * Prices looked at for one bar: evenly spaced from its start, and its last second. A bar of an hour costs no more than one of a minute, which is what
 * lets a chart go back years; extremes between two looks are not in it, so these bars are for looking at, never for deciding a trade.
 */
const LOOKS: Readonly<Record<BarInterval, number>> = { '1m': 12, '5m': 20, '15m': 30, '1h': 30, '4h': 48, '1d': 48 };

/**
 * The bar that begins at `startMs`, up to `untilMs` where that falls inside it (the bar that is still forming); undefined when the instrument was
 * closed throughout. Looks that fall outside trading hours move to the nearest moment of the bar inside them.
 */
export function simulatedBar(
  simulation: Simulation,
  symbol: Symbol,
  interval: BarInterval,
  startMs: number,
  untilMs = Infinity,
): Bar | undefined {
  const of = instrument(symbol);
  const end = Math.min(startMs + BAR_MS[interval], untilMs + 1);
  const spacing = BAR_MS[interval] / LOOKS[interval];
  const prices: Price[] = [];
  let looked = -1;
  const look = (timeMs: number): void => {
    const tick = Math.floor(timeMs / SIMULATED_TICK_MS);
    if (tick <= looked) return;
    looked = tick;
    prices.push(simulation.mid(symbol, timeMs));
  };
  let timeMs = startMs;
  while (timeMs < end) {
    const now = session(of, timeMs);
    if (!now.open) {
      timeMs = now.opensAt;
      continue;
    }
    const last = Math.min(end, now.closesAt) - 1;
    for (; timeMs <= last; timeMs += spacing) look(timeMs);
    look(last);
    timeMs = last + 1;
  }
  return barOf(startMs, prices);
}
