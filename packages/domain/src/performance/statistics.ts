import type { Price } from '../market/index.ts';
import { type Cents, type Fraction, roundHalfEven } from '../money/index.ts';
import type { Side } from '../modules/positions/model.ts';

/** What the R multiple of a closed trade follows from. */
export type Risked = {
  readonly side: Side;
  readonly entryPrice: Price;
  /** Σ price × lots and Σ lots over its closing fills. */
  readonly exit: Fraction;
  /** The stop loss that it was opened with. */
  readonly firstStop: Price | null;
  /** Its shares were split while it was open: prices of before and after can't be compared. */
  readonly split: boolean;
};

/** How long a trade was held, from this many milliseconds on. */
export const HOLDING = ['minutes', 'hour', 'day', 'week', 'longer'] as const;
export type Holding = (typeof HOLDING)[number];
const MINUTE_MS = 60_000;
/** Below five minutes, an hour, a day, a week; and longer. */
export const HOLDING_MS: Readonly<Record<Exclude<Holding, 'longer'>, number>> = {
  minutes: 5 * MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
  week: 7 * 24 * 60 * MINUTE_MS,
};

/**
 * The R multiple, in hundredths: how far the average exit lies from the entry, in distances from the entry to the first stop (Van Tharp, Trade Your Way to
 * Financial Freedom). Undefined without a stop on the losing side at the opening, and where the shares were split.
 */
export function rHundredths({ side, entryPrice, exit, firstStop, split }: Risked): bigint | undefined {
  if (firstStop === null || split || exit.den <= 0n) return undefined;
  const risk = side === 'buy' ? entryPrice - firstStop : firstStop - entryPrice;
  if (risk <= 0n) return undefined;
  const move = exit.num - entryPrice * exit.den;
  return roundHalfEven((side === 'buy' ? move : -move) * 100n, exit.den * risk);
}

/** Counts and sums from which every figure follows. */
export type Tally = {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly gains: Cents;
  readonly losts: Cents;
};
export type Figures = Tally & {
  /** Σ results. */
  readonly net: Cents;
  /** Hundredths of a percent of all trades. */
  readonly winRateBps: bigint | null;
  /** Gross profit ÷ gross loss, in hundredths; null while nothing was lost. */
  readonly profitFactorHundredths: bigint | null;
  /** The average result of a trade. */
  readonly expectancy: Cents | null;
  readonly averageWin: Cents | null;
  readonly averageLoss: Cents | null;
};

/** None where there is nothing to average. */
export const average = (sum: bigint, of: number): bigint | null => (of === 0 ? null : roundHalfEven(sum, BigInt(of)));

export function figuresOf({ trades, wins, losses, gains, losts }: Tally): Figures {
  const net = gains - losts;
  return {
    ...{ trades, wins, losses, gains, losts, net },
    winRateBps: average(BigInt(wins) * 10_000n, trades),
    profitFactorHundredths: losts === 0n ? null : roundHalfEven(gains * 100n, losts),
    expectancy: average(net, trades),
    averageWin: average(gains, wins),
    averageLoss: average(-losts, losses),
  };
}

export const GROUPS = ['symbol', 'side', 'hour', 'holding', 'day'] as const;
export type Group = (typeof GROUPS)[number];
