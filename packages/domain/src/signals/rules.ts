import { type Bar, type Instrument, type Price, priceStep, type Symbol } from '../market/index.ts';
import { roundHalfEven } from '../money/index.ts';
import { expiryOf } from './expiry.ts';
import {
  bandSide,
  closeSum,
  compare,
  extremes,
  mean,
  relativeStrength,
  stochastic,
  trueRangeSum,
} from './indicators.ts';
import { dealtSides } from './sides.ts';

/** The published rules. What each says in words, and whose formula it is, stands in the contracts' words. */
export const SIGNAL_RULES = [
  'average_cross',
  'channel_breakout',
  'band_reentry',
  'strength_reversal',
  'stochastic_cross',
] as const;
export type SignalRule = (typeof SIGNAL_RULES)[number];

export type SignalSide = 'buy' | 'sell';

/** What is published and never changes. Prices as a client without a package deals; times in milliseconds since 1970. */
export type SignalDraft = {
  readonly rule: SignalRule;
  readonly symbol: Symbol;
  readonly side: SignalSide;
  /** Beginning of the bar that it was computed from. */
  readonly barTime: number;
  /** The dealt price at that bar's close: the ask for a buy, the bid for a sell. */
  readonly entry: Price;
  readonly stop: Price;
  readonly target: Price;
  readonly expiresAt: number;
};

/** No rule looks at more bars than this. */
export const LOOK_BACK_BARS = 51;

const FAST = 20;
const SLOW = 50;
const CHANNEL = 20;
const BAND = 20;
const BAND_WIDTHS = 2;
const STRENGTH = 14;
const STRENGTH_LOW = { num: 30n, den: 1n };
const STRENGTH_HIGH = { num: 70n, den: 1n };
const STOCHASTIC = 14;
const STOCHASTIC_MEAN = 3;
const STOCHASTIC_LOW = { num: 20n, den: 1n };
const STOCHASTIC_HIGH = { num: 80n, den: 1n };

/** Stop and target stand this many tenths of the average true range of 14 bars from the entry. */
export const RANGE_BARS = 14;
export const STOP_TENTHS = 20n;
export const TARGET_TENTHS = 30n;

/** No signal where bid and ask are further apart than a third of the way to the stop: costs would decide it. */
export const SPREAD_SHARE = 3n;

type Trigger = (bars: readonly Bar[], at: number) => SignalSide | undefined;

const TRIGGERS: Readonly<Record<SignalRule, Trigger>> = {
  average_cross(bars, at) {
    const now = averageGap(bars, at);
    const before = averageGap(bars, at - 1);
    if (now === undefined || before === undefined) return undefined;
    if (now > 0n && before <= 0n) return 'buy';
    return now < 0n && before >= 0n ? 'sell' : undefined;
  },

  channel_breakout(bars, at) {
    const now = channelSide(bars, at);
    const before = channelSide(bars, at - 1);
    if (now === undefined || before === undefined || now === 0 || now === before) return undefined;
    return now > 0 ? 'buy' : 'sell';
  },

  band_reentry(bars, at) {
    const now = bandSide(bars, at, BAND, BAND_WIDTHS);
    const before = bandSide(bars, at - 1, BAND, BAND_WIDTHS);
    if (now !== 0 || before === undefined || before === 0) return undefined;
    return before < 0 ? 'buy' : 'sell';
  },

  strength_reversal(bars, at) {
    const now = relativeStrength(bars, at, STRENGTH);
    const before = relativeStrength(bars, at - 1, STRENGTH);
    if (now === undefined || before === undefined) return undefined;
    if (compare(before, STRENGTH_LOW) < 0 && compare(now, STRENGTH_LOW) >= 0) return 'buy';
    return compare(before, STRENGTH_HIGH) > 0 && compare(now, STRENGTH_HIGH) <= 0 ? 'sell' : undefined;
  },

  stochastic_cross(bars, at) {
    const fast = (i: number) => mean((j) => stochastic(bars, j, STOCHASTIC), i, STOCHASTIC_MEAN);
    const slow = (i: number) => mean(fast, i, STOCHASTIC_MEAN);
    const [now, before, slowNow, slowBefore] = [fast(at), fast(at - 1), slow(at), slow(at - 1)];
    if (now === undefined || before === undefined || slowNow === undefined || slowBefore === undefined)
      return undefined;
    const crossed = [compare(before, slowBefore), compare(now, slowNow)] as const;
    if (crossed[0] <= 0 && crossed[1] > 0 && compare(slowNow, STOCHASTIC_LOW) < 0) return 'buy';
    return crossed[0] >= 0 && crossed[1] < 0 && compare(slowNow, STOCHASTIC_HIGH) > 0 ? 'sell' : undefined;
  },
};

/**
 * The signal that a rule gives at the close of a bar, undefined where it gives none. `bars` are one instrument's recorded bars, oldest first. Stop and target
 * are rounded half to even to the last decimal of the feed's price.
 */
export function signalAt(rule: SignalRule, of: Instrument, bars: readonly Bar[], at: number): SignalDraft | undefined {
  const side = TRIGGERS[rule](bars, at);
  const ranges = trueRangeSum(bars, at, RANGE_BARS);
  const bar = bars[at];
  if (side === undefined || ranges === undefined || bar === undefined) return undefined;
  const { bid, ask } = dealtSides(of, bar.close);
  const entry = side === 'buy' ? ask : bid;
  const away = (tenths: bigint): Price => {
    const step = priceStep(of);
    return roundHalfEven(ranges * tenths, BigInt(RANGE_BARS) * 10n * step) * step;
  };
  const [risk, reward] = [away(STOP_TENTHS), away(TARGET_TENTHS)];
  const up = side === 'buy' ? 1n : -1n;
  const [stop, target] = [entry - up * risk, entry + up * reward];
  if (risk < SPREAD_SHARE * (ask - bid) || stop <= 0n || target <= 0n) return undefined;
  return {
    rule,
    symbol: of.symbol,
    side,
    barTime: bar.timeMs,
    entry,
    stop,
    target,
    expiresAt: expiryOf(of, bar.timeMs),
  };
}

/** Twenty-bar average minus fifty-bar average, times a hundred. */
function averageGap(bars: readonly Bar[], at: number): bigint | undefined {
  const fast = closeSum(bars, at, FAST);
  const slow = closeSum(bars, at, SLOW);
  return fast === undefined || slow === undefined ? undefined : fast * BigInt(SLOW) - slow * BigInt(FAST);
}

/** Whether the close stands above (1) or below (−1) the extremes of the twenty bars before its own (Donchian's channel). */
function channelSide(bars: readonly Bar[], at: number): -1 | 0 | 1 | undefined {
  const channel = extremes(bars, at - 1, CHANNEL);
  const bar = bars[at];
  if (channel === undefined || bar === undefined) return undefined;
  if (bar.close > channel.high) return 1;
  return bar.close < channel.low ? -1 : 0;
}
