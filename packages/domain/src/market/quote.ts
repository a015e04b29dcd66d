import { divideUp, type Fraction, max, min, roundHalfEven } from '../money/index.ts';
import { type Instrument, priceStep, type Symbol, type Width } from './instruments.ts';
import { type Price, PRICE_SCALE } from './price.ts';

/** A quote as the feed gave it. Equal ids mean equal prices; ids of one symbol and one source sort by time. */
export type FeedQuote = {
  readonly id: string;
  readonly symbol: Symbol;
  readonly bid: Price;
  readonly ask: Price;
  /** Name of the feed: "simulated", "replay", … */
  readonly source: string;
  /** When the price began to hold, by the source's clock. */
  readonly sourceTime: Date;
  /** When we had it. For a feed that is a pure function of time this equals the source time. */
  readonly receivedTime: Date;
  /** What another source said at that moment, where there is one: stored beside the quote that a fill used. */
  readonly second?: SecondPrice;
  /** Set where it stands from before a split: so many shares of now are one that it priced. It values what is held and fills nothing. */
  readonly shares?: Fraction;
};

/** The last price of a second source when a quote was made. */
export type SecondPrice = {
  readonly source: string;
  readonly bid: Price;
  readonly ask: Price;
  readonly sourceTime: Date;
};

/** A quote as one client deals on it: the feed's, widened by that client's mark-up. */
export type DealtQuote = FeedQuote & {
  readonly feedBid: Price;
  readonly feedAsk: Price;
  /** Width that the mark-up added, both sides together, in price units. */
  readonly markup: Price;
};

/** Bid plus ask. Comparisons and conversions use it instead of the mid, which may fall between two price units. */
export function doubleMid(quote: { readonly bid: Price; readonly ask: Price }): bigint {
  return quote.bid + quote.ask;
}

/** How far a quote's mid lies from the second source's, in hundredths of a basis point of the latter, rounded half to even; positive where the quote is higher. */
export function deviation(quote: { readonly bid: Price; readonly ask: Price }, second: SecondPrice): bigint {
  return roundHalfEven((doubleMid(quote) - doubleMid(second)) * 1_000_000n, doubleMid(second));
}

/**
 * Both sides moved out by half a width around their mid, and on to the instrument's tick: the bid rounded down, the ask up, so that nothing is dealt
 * at a price that cannot be shown in full. Half a width is width ÷ 2 tenths of a pip for forex and mid × width ÷ 20,000 otherwise, exact until
 * that one rounding. The bid is never less than a tick.
 */
export function widened(of: Instrument, { bid, ask }: Sides, width: Width): Sides {
  const step = priceStep(of);
  const half: Fraction =
    of.class === 'forex'
      ? { num: of.pip * BigInt(width), den: 20n }
      : { num: (bid + ask) * BigInt(width), den: 40_000n };
  const down = ((bid * half.den - half.num) / (half.den * step)) * step;
  const up = divideUp(ask * half.den + half.num, half.den * step) * step;
  return { bid: max(down, step), ask: up };
}

/**
 * Both sides moved out by half of what is added to an instrument's spread, in tenths of a pip for forex and of a basis point of the mid otherwise: by the same
 * whole number of ticks, rounded down, so that the mid stays as it was and no more is added than was set. The bid is never less than a tick.
 */
export function spreadBy(of: Instrument, { bid, ask }: Sides, tenths: number): Sides {
  const step = priceStep(of);
  const half = of.class === 'forex' ? (of.pip * BigInt(tenths)) / 20n : ((bid + ask) * BigInt(tenths)) / 400_000n;
  const ticks = min(half / step, (bid - step) / step);
  return { bid: bid - ticks * step, ask: ask + ticks * step };
}

type Sides = { readonly bid: Price; readonly ask: Price };

/** The feed's two sides around a price: the base spread in whole steps of the last decimal, at least one, and the bid rounded once. */
export function sidesAround(of: Instrument, mid: Price): { bid: Price; ask: Price } {
  const step = priceStep(of);
  const twiceSteps = spreadSteps(of, roundHalfEven(mid, step));
  const bid = roundHalfEven(2n * mid - twiceSteps * step, 2n * step) * step;
  return { bid, ask: bid + twiceSteps * step };
}

/** Width of the base spread in steps of the last decimal, for a mid in those steps. */
export function spreadSteps(of: Instrument, midSteps: bigint): bigint {
  if (of.class === 'forex') return BigInt(of.baseSpread);
  const steps = roundHalfEven(midSteps * BigInt(of.baseSpread), 10_000n);
  return steps < 1n ? 1n : steps;
}

/** A rate, exact. */
export type Rational = Fraction;

/** The mid as quote currency for one base unit. */
export function midRational(quote: { readonly bid: Price; readonly ask: Price }): Rational {
  return { num: doubleMid(quote), den: 2n * PRICE_SCALE };
}
