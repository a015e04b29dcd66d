import {
  type Bar,
  type BarInterval,
  type Instrument,
  type Price,
  priceStep,
  type Rational,
  type Symbol,
} from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import { notional, requiredMargin } from '../positions/margin.ts';
import type { Side } from '../positions/model.ts';

/** The published rule of a bot. It sees finished bars and its own open trade, and nothing else. */
export type Strategy = {
  readonly id: 'trend' | 'breakout' | 'reversal';
  readonly interval: BarInterval;
  readonly symbols: readonly Symbol[];
  /** How many finished bars it needs. */
  readonly bars: number;
  /** What it wants to have open after these bars, oldest first: a side, or nothing. */
  wants(bars: readonly Bar[], open: Side | null): Side | null;
  /** How far its stop loss and its take profit stand from where the trade would close as it is opened, in average bars (high − low). */
  readonly stopBars: bigint;
  readonly targetBars: bigint;
};

/** How many bars a bot avoids a symbol after a stop loss there, so that it doesn't buy the same fall again right away. */
export const REST_BARS = 6;

const FAST = 10;
const SLOW = 30;
const HIGH_BARS = 48;
const LOW_BARS = 24;
const BAND_BARS = 24;

export const STRATEGIES: readonly Strategy[] = [
  {
    id: 'trend',
    interval: '4h',
    symbols: ['SOL', 'LINK', 'XRP'],
    bars: SLOW,
    stopBars: 4n,
    targetBars: 12n,
    // Compared without dividing: Σ fast ÷ FAST against Σ slow ÷ SLOW.
    wants: (bars) => (closes(bars, FAST) * BigInt(SLOW) > closes(bars, SLOW) * BigInt(FAST) ? 'buy' : null),
  },
  {
    id: 'breakout',
    interval: '1h',
    symbols: ['LTC', 'ADA', 'DOT'],
    bars: HIGH_BARS + 1,
    stopBars: 5n,
    targetBars: 15n,
    wants(bars, open) {
      const close = bars.at(-1)?.close ?? 0n;
      const before = bars.slice(0, -1);
      if (open === null) return before.slice(-HIGH_BARS).every(({ high }) => close > high) ? 'buy' : null;
      return before.slice(-LOW_BARS).every(({ low }) => close < low) ? null : 'buy';
    },
  },
  {
    id: 'reversal',
    interval: '1h',
    symbols: ['EURUSD', 'GBPUSD', 'USDCAD'],
    bars: BAND_BARS,
    stopBars: 4n,
    targetBars: 4n,
    wants(bars, open) {
      // All times BAND_BARS, so that the mean needs no rounding.
      const n = BigInt(BAND_BARS);
      const sum = closes(bars, BAND_BARS);
      const away = (bars.at(-1)?.close ?? 0n) * n - sum;
      if (open === 'buy') return away >= 0n ? null : 'buy';
      if (open === 'sell') return away <= 0n ? null : 'sell';
      let squares = 0n;
      for (const { close } of bars.slice(-BAND_BARS)) squares += (close * n - sum) ** 2n;
      // Two and a half standard deviations, squared: away² ≥ 25/4 × variance.
      if (4n * away * away * n < 25n * squares) return null;
      return away < 0n ? 'buy' : 'sell';
    },
  },
];

/** The share of its equity that a bot puts behind each trade. At most four fifths of it are required margin. */
const STAKE_PARTS = 6n;

/** Size of a bot's trade: lots in hundredths, and collateral. Undefined if it's too little for the smallest trade. */
export function botOrder(
  of: Instrument,
  equity: Cents,
  baseToUsd: Rational,
  leverageHundredths: number,
): { lots: bigint; amount: Cents } | undefined {
  const amount = equity / STAKE_PARTS;
  // The margin of a thousand steps, so that rounding it up weighs nothing.
  const margin = requiredMargin(notional(of, 1_000n, baseToUsd), leverageHundredths);
  const lots = margin === 0n ? 0n : (amount * 4n * 1_000n) / (margin * 5n);
  return lots > 0n ? { lots, amount } : undefined;
}

/**
 * Stop loss and take profit of a bot's trade that would close at `price` now: whole price steps away, the stop at least one. Undefined where the
 * bars say nothing, or the stop would stand at zero or below.
 */
export function botProtections(
  of: Instrument,
  { stopBars, targetBars }: Pick<Strategy, 'stopBars' | 'targetBars'>,
  bars: readonly Bar[],
  side: Side,
  price: Price,
): { stopLoss: Price; takeProfit: Price } | undefined {
  const step = priceStep(of);
  const sum = bars.reduce((total, { high, low }) => total + high - low, 0n);
  const away = (times: bigint): Price => ((sum * times) / (BigInt(bars.length) * step)) * step;
  if (bars.length === 0 || away(stopBars) === 0n || away(targetBars) === 0n) return undefined;
  const at = price - (price % step);
  const [down, up] = side === 'buy' ? [stopBars, targetBars] : [targetBars, stopBars];
  const [low, high] = [at - away(down), at + step + away(up)];
  if (low <= 0n) return undefined;
  return side === 'buy' ? { stopLoss: low, takeProfit: high } : { stopLoss: high, takeProfit: low };
}

function closes(bars: readonly Bar[], last: number): bigint {
  return bars.slice(-last).reduce((sum, { close }) => sum + close, 0n);
}
