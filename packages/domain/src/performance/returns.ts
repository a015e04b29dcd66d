import { type Cents, roundHalfEven } from '../money/index.ts';
import type { Flows } from './value.ts';

/** A span of time: what the account was worth at its end, and what came in and went out during it. */
export type Span = Flows & { readonly at: number; readonly value: Cents | undefined };

/** One unit of growth. */
export const GROWTH_UNIT = 1_000_000_000_000n;

/** What came in counts from the beginning of a span, what went out until its end; what staff entered by hand is one of the two, and never a profit. */
function flowsOf({ paidIn, paidOut, adjusted }: Flows): { into: Cents; out: Cents } {
  return {
    into: paidIn + (adjusted > 0n ? adjusted : 0n),
    out: paidOut + (adjusted < 0n ? -adjusted : 0n),
  };
}

/** What a span brought beyond what came in and went out, in cents. */
export function changeOver(before: Cents, after: Cents, flows: Flows): Cents {
  return after - before - flows.paidIn + flows.paidOut - flows.adjusted;
}

export type Growth = {
  /** Time-weighted, in hundredths of a percent. */
  readonly returnBps: bigint;
  /** The deepest fall of the index from a peak before it, in hundredths of a percent, not negative; and when. */
  readonly drawdownBps: bigint;
  readonly peakAt: number | null;
  readonly troughAt: number | null;
  /** Spans that counted. */
  readonly spans: number;
};

/**
 * Time-weighted return and maximum drawdown: each span multiplies an index by (value at its end + what went out) ÷ (value at its beginning + what came in),
 * so money paid in or out is no performance (GIPS 2020, 2.A.21: valued at each span, linked geometrically). A span without a value is joined to the next one.
 */
export function growthOf(before: Cents, spans: Iterable<Span>): Growth {
  let [value, into, out] = [before, 0n, 0n];
  let [index, peak, peakAt] = [GROWTH_UNIT, GROWTH_UNIT, null as number | null];
  let [drawdownBps, fromAt, troughAt] = [0n, null as number | null, null as number | null];
  let counted = 0;
  for (const span of spans) {
    const flows = flowsOf(span);
    into += flows.into;
    out += flows.out;
    if (span.value === undefined) continue;
    const base = value + into;
    if (base > 0n) {
      // What is owed beyond what is owned leaves nothing, not less than nothing.
      const after = span.value + out;
      index = after <= 0n ? 0n : roundHalfEven(index * after, base);
      counted += 1;
    }
    if (index > peak) [peak, peakAt] = [index, span.at];
    const fall = peak === 0n ? 0n : roundHalfEven((peak - index) * 10_000n, peak);
    if (fall > drawdownBps) [drawdownBps, fromAt, troughAt] = [fall, peakAt, span.at];
    [value, into, out] = [span.value, 0n, 0n];
  }
  return {
    returnBps: roundHalfEven((index - GROWTH_UNIT) * 10_000n, GROWTH_UNIT),
    drawdownBps,
    peakAt: fromAt,
    troughAt,
    spans: counted,
  };
}
