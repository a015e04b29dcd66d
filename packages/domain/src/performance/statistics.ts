import type { Price } from '../market/index.ts';
import { type Cents, type Fraction, roundHalfEven } from '../money/index.ts';
import type { Side } from '../modules/positions/model.ts';

/** A closed trade, as its figures need it. What staff wrote down by hand is none. */
export type ClosedTrade = {
  readonly symbol: string;
  readonly side: Side;
  readonly openedAt: number;
  readonly closedAt: number;
  /** Realised, after nights, dividends and a loss covered by us, in cents. */
  readonly result: Cents;
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

export function holdingOf({ openedAt, closedAt }: Pick<ClosedTrade, 'openedAt' | 'closedAt'>): Holding {
  const held = closedAt - openedAt;
  return HOLDING.find((name) => name === 'longer' || held < HOLDING_MS[name]) ?? 'longer';
}

/**
 * The R multiple, in hundredths: how far the average exit lies from the entry, in distances from the entry to the first stop (Van Tharp, Trade Your Way to
 * Financial Freedom). Undefined without a stop on the losing side at the opening, and where the shares were split.
 */
export function rHundredths(trade: Pick<ClosedTrade, 'side' | 'entryPrice' | 'exit' | 'firstStop' | 'split'>) {
  const { side, entryPrice, exit, firstStop, split } = trade;
  if (firstStop === null || split || exit.den <= 0n) return undefined;
  const risk = side === 'buy' ? entryPrice - firstStop : firstStop - entryPrice;
  if (risk <= 0n) return undefined;
  const move = exit.num - entryPrice * exit.den;
  return roundHalfEven((side === 'buy' ? move : -move) * 100n, exit.den * risk);
}

/** Counts and sums from which every figure follows. */
type Tally = { trades: number; wins: number; losses: number; gains: Cents; losts: Cents };
export type Figures = Readonly<Tally> & {
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

const average = (sum: bigint, of: number): bigint | null => (of === 0 ? null : roundHalfEven(sum, BigInt(of)));

export function figuresOf({ trades, wins, losses, gains, losts }: Readonly<Tally>): Figures {
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

const noTally = (): Tally => ({ trades: 0, wins: 0, losses: 0, gains: 0n, losts: 0n });

function add(tally: Tally, result: Cents): void {
  tally.trades += 1;
  if (result > 0n) {
    tally.wins += 1;
    tally.gains += result;
  } else if (result < 0n) {
    tally.losses += 1;
    tally.losts -= result;
  }
}

export type Row = { readonly key: string } & Figures;
export const GROUPS = ['symbol', 'side', 'hour', 'holding'] as const;
export type Group = (typeof GROUPS)[number];

/** Adds closed trades up, one after another, so that a hundred thousand need no more room than ten. */
export class Statistics {
  readonly #all = noTally();
  readonly #groups: Record<Group | 'day', Map<string, Tally>> = {
    ...{ symbol: new Map(), side: new Map(), hour: new Map(), holding: new Map(), day: new Map() },
  };
  #rs = 0;
  #rSum = 0n;

  add(trade: ClosedTrade): void {
    add(this.#all, trade.result);
    const keys: Record<Group | 'day', string> = {
      symbol: trade.symbol,
      side: trade.side,
      hour: new Date(trade.openedAt).getUTCHours().toString(),
      holding: holdingOf(trade),
      day: new Date(trade.closedAt).toISOString().slice(0, 10),
    };
    for (const [group, key] of Object.entries(keys) as [Group | 'day', string][]) {
      const tally = this.#groups[group].get(key) ?? noTally();
      add(tally, trade.result);
      this.#groups[group].set(key, tally);
    }
    const r = rHundredths(trade);
    if (r === undefined) return;
    this.#rs += 1;
    this.#rSum += r;
  }

  figures(): Figures & { readonly rTrades: number; readonly averageRHundredths: bigint | null } {
    return { ...figuresOf(this.#all), rTrades: this.#rs, averageRHundredths: average(this.#rSum, this.#rs) };
  }

  /** Its rows by their key, days in order. */
  by(group: Group | 'day'): Row[] {
    return [...this.#groups[group]].map(([key, tally]) => ({ key, ...figuresOf(tally) }));
  }
}
