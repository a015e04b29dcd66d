import { CLASS_RULES, type Instrument, instrument } from './instruments.ts';
import { MAX_PRICE } from './price.ts';
import { doubleMid, type FeedQuote } from './quote.ts';

/**
 * A feed is hostile input. Every quote, ours included, passes `refuseQuote` and then `admit`, and only what comes out as accepted may fill a trade.
 */
export type QuoteFault = 'not_positive' | 'crossed' | 'out_of_bounds' | 'too_wide' | 'from_the_future' | 'no_time';

/** A source's clock may run ahead of ours by this much, in milliseconds. */
export const MAX_CLOCK_LEAD_MS = 5_000;

/** A spread above this share of the mid is an error of the source, not a price. */
export const MAX_SPREAD_BPS = 1_000;

/** What is wrong with a quote by itself; undefined for a sound one. */
export function refuseQuote(quote: FeedQuote): QuoteFault | undefined {
  if (quote.bid <= 0n || quote.ask <= 0n) return 'not_positive';
  if (quote.ask < quote.bid) return 'crossed';
  if (quote.ask > MAX_PRICE) return 'out_of_bounds';
  if (2n * (quote.ask - quote.bid) * 10_000n > doubleMid(quote) * BigInt(MAX_SPREAD_BPS)) return 'too_wide';
  const lead = quote.sourceTime.getTime() - quote.receivedTime.getTime();
  if (Number.isNaN(lead)) return 'no_time';
  return lead > MAX_CLOCK_LEAD_MS ? 'from_the_future' : undefined;
}

/** What the guard remembers of one symbol. */
export type GuardState = {
  /** The last accepted quote. */
  readonly good: FeedQuote | undefined;
  /** A quote too far from it that nothing has confirmed yet. While there is one, nothing fills. */
  readonly suspect:
    | { readonly first: FeedQuote; readonly latest: FeedQuote; readonly confirmations: number }
    | undefined;
};

export const EMPTY_GUARD: GuardState = { good: undefined, suspect: undefined };

/** A second quote within this distance of a suspect one, in basis points, speaks for it. */
export const CONFIRM_BPS = 100;

/** How many following quotes must speak for a suspect one. */
export const CONFIRMATIONS = 2;

export type Verdict = 'accepted' | 'set_aside' | 'duplicate' | 'out_of_order' | QuoteFault;
export type Circumstance = {
  /** This is the first quote of a session: prices may open anywhere. */
  readonly opening?: boolean;
  /** What another source says at this moment. */
  readonly second?: FeedQuote;
  /** This source has just taken over from another: its clock has an order of its own. */
  readonly takeover?: boolean;
};

/**
 * Takes the next quote of a symbol. A quote within the class's jump limit of the last good one is accepted. One beyond it is set aside until the next two quotes
 * within 1 % of it, a second source within 1 %, or a session opening confirm it; a return to the old level drops it. Old and repeated quotes change nothing.
 */
export function admit(
  state: GuardState,
  quote: FeedQuote,
  circumstance: Circumstance = {},
): { state: GuardState; verdict: Verdict } {
  const fault = refuseQuote(quote);
  if (fault !== undefined) return { state, verdict: fault };
  const { good, suspect } = state;
  const latest = suspect?.latest ?? good;
  if (latest !== undefined) {
    if (quote.id === latest.id) return { state, verdict: 'duplicate' };
    const behind = quote.sourceTime.getTime() <= latest.sourceTime.getTime();
    if (behind && circumstance.takeover !== true) return { state, verdict: 'out_of_order' };
  }
  const accepted = { state: { good: quote, suspect: undefined }, verdict: 'accepted' } as const;
  if (good === undefined || circumstance.opening === true) return accepted;
  if (isWithin(quote, good, CLASS_RULES[instrument(quote.symbol).class].jumpLimitBps)) return accepted;
  if (circumstance.second !== undefined && isWithin(quote, circumstance.second, CONFIRM_BPS)) return accepted;
  if (suspect === undefined || !isWithin(quote, suspect.first, CONFIRM_BPS)) {
    return { state: { good, suspect: { first: quote, latest: quote, confirmations: 0 } }, verdict: 'set_aside' };
  }
  const confirmations = suspect.confirmations + 1;
  if (confirmations >= CONFIRMATIONS) return accepted;
  return { state: { good, suspect: { first: suspect.first, latest: quote, confirmations } }, verdict: 'set_aside' };
}

/** Whether two mids differ by at most `bps` basis points of the second. Exact. */
export function isWithin(quote: FeedQuote, reference: FeedQuote, bps: number): boolean {
  const difference = doubleMid(quote) - doubleMid(reference);
  return (difference < 0n ? -difference : difference) * 10_000n <= doubleMid(reference) * BigInt(bps);
}

/** Where a source decides when its prices come, a market order needs one that is at most this old by the source's own clock: nobody opens on what they know better. */
export const OPENING_MAX_AGE_MS = 5_000;

/** Whether a quote is too old to open a trade on. `cadenceMs` is how long the source itself lets a price stand. */
export function isStale(of: Instrument, quote: FeedQuote, nowMs: number, cadenceMs = 0): boolean {
  return nowMs - quote.receivedTime.getTime() > CLASS_RULES[of.class].staleLimitMs + cadenceMs;
}
