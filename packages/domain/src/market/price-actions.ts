import { type Fraction, max, reduce, roundHalfEven } from '../money/index.ts';
import { type Bar, BAR_MS, type BarInterval } from './bars.ts';
import type { Symbol } from './instruments.ts';
import type { Price } from './price.ts';
import type { DealtQuote, FeedQuote } from './quote.ts';

/** `num` shares for every `den`, from a moment on at which the share does not trade. */
export type SharesSplit = {
  readonly type: 'split';
  readonly symbol: Symbol;
  readonly effectiveAt: Date;
  readonly num: bigint;
  readonly den: bigint;
};
/** What a company does to its shares, as far as prices show it. `rate`: dollars a share. */
export type PriceAction =
  | SharesSplit
  | { readonly type: 'cash_dividend'; readonly symbol: Symbol; readonly effectiveAt: Date; readonly rate: Price };

/** What is known of a symbol, in the order in which it takes effect. The same list until there is more of it. */
export type ActionsOf = (symbol: Symbol) => readonly PriceAction[];

export const NO_ACTIONS: ActionsOf = () => NONE;
const NONE: readonly PriceAction[] = [];

const AS_IT_WAS: Fraction = { num: 1n, den: 1n };

/** How many shares of one moment a share of another one is: 4/1 where it was split four for one between them, 1/4 backwards. */
export function sharesPerShare(actions: readonly PriceAction[], fromMs: number, untilMs: number): Fraction {
  if (fromMs > untilMs) {
    const { num, den } = sharesPerShare(actions, untilMs, fromMs);
    return { num: den, den: num };
  }
  let shares = AS_IT_WAS;
  for (const action of actions) {
    const at = action.effectiveAt.getTime();
    if (action.type !== 'split' || at <= fromMs || at > untilMs) continue;
    shares = reduce({ num: shares.num * action.num, den: shares.den * action.den });
  }
  return shares;
}

/** A price of one share, as the price of what became of it; half to even to the unit. */
export function restated(price: Price, { num, den }: Fraction): Price {
  return num === den ? price : roundHalfEven(price * den, num);
}

/**
 * Bars as traded, in the shares of another moment: what Alpaca calls adjustment=split. A share does not trade while a split takes effect, so every price of a
 * bar is of the shares of its end, and so are those of the day's own bar, which began before the split.
 */
export function adjustedBars(
  bars: readonly Bar[],
  interval: BarInterval,
  actions: readonly PriceAction[],
  asOfMs: number,
): Bar[] {
  return bars.map((bar) => adjustedBar(bar, sharesPerShare(actions, lastOfBar(bar, interval, asOfMs), asOfMs)));
}

/** Bars that a source states in its shares of a moment, as they were traded. */
export function barsAsTraded(
  bars: readonly Bar[],
  interval: BarInterval,
  actions: readonly PriceAction[],
  asOfMs: number,
): Bar[] {
  return bars.map((bar) => adjustedBar(bar, sharesPerShare(actions, asOfMs, lastOfBar(bar, interval, asOfMs))));
}

/** The last moment of a bar that had begun by then. */
function lastOfBar({ timeMs }: Bar, interval: BarInterval, asOfMs: number): number {
  const last = timeMs + BAR_MS[interval] - 1;
  return timeMs <= asOfMs ? Math.min(last, asOfMs) : last;
}

/** Prices in other shares, and the volume too; a number of quotes stays what it is. */
export function adjustedBar(bar: Bar, shares: Fraction): Bar {
  if (shares.num === shares.den) return bar;
  return {
    ...bar,
    open: restated(bar.open, shares),
    high: restated(bar.high, shares),
    low: restated(bar.low, shares),
    close: restated(bar.close, shares),
    ...(bar.volume !== undefined && { volume: (bar.volume * Number(shares.num)) / Number(shares.den) }),
  };
}

/** A quote that stands from before a split, to be valued in the shares of now: never one that fills. Its mark-up is on it before it is divided (`dealtQuote`). */
export function standing(quote: FeedQuote, actions: readonly PriceAction[], nowMs: number): FeedQuote {
  const shares = sharesPerShare(actions, quote.sourceTime.getTime(), nowMs);
  return shares.num === shares.den ? quote : { ...quote, id: `${quote.id}${suffix(shares)}`, shares };
}

/** A quote that may stand already, in the shares of another moment. */
export function standingAt(quote: FeedQuote, actions: readonly PriceAction[], atMs: number): FeedQuote {
  const { shares, ...asked } = quote;
  if (shares === undefined) return standing(quote, actions, atMs);
  return standing({ ...asked, id: quote.id.slice(0, -suffix(shares).length) }, actions, atMs);
}

/**
 * What dividends took out of a share, in shares of `nowMs`, between a price and then. Each is booked a few minutes before the session in which the price falls
 * by it, so until a quote has come since, the last price still has the dividend in it.
 */
export function dividendsSince(actions: readonly PriceAction[], { sourceTime }: FeedQuote, nowMs: number): Price {
  let sum = 0n;
  for (const action of actions) {
    const at = action.effectiveAt.getTime();
    if (action.type !== 'cash_dividend' || at <= sourceTime.getTime() || at > nowMs) continue;
    sum += restated(action.rate, sharesPerShare(actions, at, nowMs));
  }
  return sum;
}

/** A last price from before a dividend, without it: what a share is worth that has paid it. It values what is held and fills nothing. */
export function withoutDividends(quote: DealtQuote, actions: readonly PriceAction[], nowMs: number): DealtQuote {
  const paid = dividendsSince(actions, quote, nowMs);
  if (paid === 0n) return quote;
  const [bid, ask] = [max(quote.bid - paid, 1n), max(quote.ask - paid, 1n)];
  return { ...quote, id: `${quote.id}.d${paid}`, bid, ask };
}

function suffix({ num, den }: Fraction): string {
  return `.s${num}-${den}`;
}

/** What is held of a share: since when, and what the splits that were applied to it have made of one. */
export type Held = { readonly symbol: Symbol; readonly since: Date; readonly splits: Fraction };

/**
 * The first moment, from one until another, of whose shares something is held: the first of them where every split until then is applied, and none since. Later
 * where a split is applied already; undefined where one is still to be.
 */
export function momentOfShares(
  { since, splits }: Held,
  actions: readonly PriceAction[],
  fromMs: number,
  untilMs: number,
): number | undefined {
  const later = actions.map(({ effectiveAt }) => effectiveAt.getTime()).filter((at) => fromMs < at && at <= untilMs);
  return [fromMs, ...later].find((atMs) => {
    const { num, den } = sharesPerShare(actions, since.getTime(), atMs);
    return num * splits.den === den * splits.num;
  });
}
