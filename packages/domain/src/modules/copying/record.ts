import { type Cents, roundHalfEven } from '../../money/index.ts';
import { wholeMonths } from '../../periods/index.ts';

/**
 * What moved an account, in the order of the books. `own`: the result of a trade that the client decided on alone. Everything else (deposits, payouts,
 * purchases, corrections, the results of trades mirrored from others) only changes the base that later results are measured by.
 */
export type RecordEvent = {
  readonly at: Date;
  readonly own: boolean;
  /** Change of the account's balance (cash + margin + withdrawing − loan), in cents. */
  readonly change: Cents;
};

export type RecordInput = {
  readonly events: readonly RecordEvent[];
  /** Result of every closed own trade, in cents, as the client had it. */
  readonly closed: readonly Cents[];
  /** What closing all open own trades now would bring, and how many there are. */
  readonly unrealised: Cents;
  readonly open: number;
  /** When the first own trade was opened. */
  readonly firstAt: Date;
  readonly now: Date;
};

/** One unit of growth: an index of this much is where the record began. */
export const INDEX_UNIT = 1_000_000_000n;

export type TraderRecord = {
  /** Time-weighted, in hundredths of a percent, open trades included at their last prices. */
  readonly returnBps: bigint;
  /** The deepest fall from a peak, in hundredths of a percent, not negative. */
  readonly drawdownBps: bigint;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly open: number;
  /** Winning trades of all closed ones, in hundredths of a percent. */
  readonly winRateBps: bigint;
  /** Σ gains ÷ Σ losses, in hundredths; null while nothing was lost. */
  readonly profitFactorHundredths: bigint | null;
  readonly gains: Cents;
  readonly losts: Cents;
  /** Whole months since the first trade, by the day: one that began on the 31st is over on the last day of a shorter month. */
  readonly months: number;
  /** The index at the end of each UTC day on which a result came, and now. */
  readonly curve: readonly { readonly at: Date; readonly index: bigint }[];
};

/**
 * A trader's record, from the books alone. Each own result multiplies the index by 1 + result ÷ balance before it, so that money paid in or out is no
 * performance; what is open counts at the end. Losing and open trades are in it like all others.
 */
export function recordOf(input: RecordInput): TraderRecord {
  let balance = 0n;
  let index = INDEX_UNIT;
  let peak = INDEX_UNIT;
  let drawdownBps = 0n;
  const curve: { at: Date; index: bigint }[] = [{ at: input.firstAt, index }];
  const grow = (change: Cents, at: Date): void => {
    if (balance > 0n) index = roundHalfEven(index * (balance + change), balance);
    if (index > peak) peak = index;
    const fall = roundHalfEven((peak - index) * 10_000n, peak);
    if (fall > drawdownBps) drawdownBps = fall;
    if (curve.length > 1 && dayOf(curve.at(-1)?.at) === dayOf(at)) curve.pop();
    curve.push({ at, index });
  };
  for (const { own, change, at } of input.events) {
    if (own) grow(change, at);
    balance += change;
  }
  grow(input.unrealised, input.now);

  let [gains, losts, wins, losses] = [0n, 0n, 0, 0];
  for (const result of input.closed) {
    if (result > 0n) {
      gains += result;
      wins += 1;
    } else if (result < 0n) {
      losts -= result;
      losses += 1;
    }
  }
  const trades = input.closed.length;
  return {
    returnBps: roundHalfEven((index - INDEX_UNIT) * 10_000n, INDEX_UNIT),
    drawdownBps,
    trades,
    wins,
    losses,
    open: input.open,
    winRateBps: trades === 0 ? 0n : roundHalfEven(BigInt(wins) * 10_000n, BigInt(trades)),
    profitFactorHundredths: losts === 0n ? null : roundHalfEven(gains * 100n, losts),
    gains,
    losts,
    months: wholeMonths(input.firstAt, input.now),
    curve,
  };
}

function dayOf(at: Date | undefined): string {
  return at?.toISOString().slice(0, 10) ?? '';
}
