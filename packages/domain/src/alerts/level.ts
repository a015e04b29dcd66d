import { doubleMid, type Instrument, MAX_PRICE, type Price, priceStep } from '../market/index.ts';
import { divideUp, roundHalfEven } from '../money/index.ts';

/** What an alert waits for: the price at a level or beyond it, or a change in percent since it was set. */
export type AlertKind = 'above' | 'below' | 'rises' | 'falls';

/** Hundredths of a percent. */
export const LEAST_PERCENT = 10;
export const MOST_RISE = 100_000;
export const MOST_FALL = 9_900;
const WHOLE = 10_000n;

/** One that repeats rests this long after it was set off. */
export const REST_MS = 3_600_000;

type Sides = { readonly bid: Price; readonly ask: Price };

export function isUp(kind: AlertKind): boolean {
  return kind === 'above' || kind === 'rises';
}

/** Whether a quote's mid is at the level of an alert or beyond it. */
export function isBeyond(kind: AlertKind, level: Price, quote: Sides): boolean {
  return isUp(kind) ? doubleMid(quote) >= 2n * level : doubleMid(quote) <= 2n * level;
}

/** Whether it has come back: one that was set off and repeats waits for that first. */
export function isOver(kind: AlertKind, level: Price, quote: Sides): boolean {
  return !isBeyond(kind, level, quote);
}

/** The mid on the instrument's tick, as it is shown. */
export function midOf(of: Instrument, quote: Sides): Price {
  const step = priceStep(of);
  return roundHalfEven(doubleMid(quote), 2n * step) * step;
}

/** Where a change in hundredths of a percent ends: on the instrument's tick, and never less of a change than was asked for. Undefined beyond any price. */
export function levelOf(of: Instrument, kind: 'rises' | 'falls', base: Price, percent: number): Price | undefined {
  const step = priceStep(of);
  const level =
    kind === 'rises'
      ? divideUp(base * (WHOLE + BigInt(percent)), WHOLE * step) * step
      : ((base * (WHOLE - BigInt(percent))) / (WHOLE * step)) * step;
  return level > 0n && level <= MAX_PRICE ? level : undefined;
}

/** A change that repeats goes on from the price that set it off. */
export function rebased(
  of: Instrument,
  kind: AlertKind,
  percent: number | null,
  quote: Sides,
): { readonly level: Price; readonly base: Price } | undefined {
  if (percent === null || kind === 'above' || kind === 'below') return undefined;
  const base = midOf(of, quote);
  const level = levelOf(of, kind, base, percent);
  return level === undefined ? undefined : { level, base };
}
