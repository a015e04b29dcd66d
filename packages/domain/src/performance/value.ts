import { conversionRate, instrument, type Price, PRICE_SCALE, type Symbol } from '../market/index.ts';
import { addFractions, type Cents, type Fraction, roundHalfEven, ZERO } from '../money/index.ts';
import type { Side } from '../modules/positions/model.ts';

/** From a time on: shares held for each share bought. */
export type SplitAt = Fraction & { readonly at: number };

/** What was held of an instrument, a side and a history of splits at an instant, all trades together. */
export type Holding = {
  readonly symbol: Symbol;
  readonly side: Side;
  /** Oldest first. What a split makes of a share changes nothing but its price. */
  readonly splits: readonly SplitAt[];
  /** Hundredths of a lot as they were bought, each in so many parts that what a split left over is whole. */
  readonly lots: bigint;
  readonly parts: bigint;
  /** Σ lots × entry price, the entry as it was dealt. */
  readonly cost: bigint;
};

/** A mid price, and until when prices went into it: it is of the shares of then. */
export type Mid = { readonly price: Price; readonly until: number };
/** The mid price of an instrument at an instant; undefined where none was recorded. */
export type Mids = (symbol: Symbol) => Mid | undefined;

/**
 * The unrealised result of everything held, at mid prices, rounded once to the cent, half to even. Undefined as soon as one price is missing: a position
 * without a price is not worth zero.
 */
export function heldResult(holdings: Iterable<Holding>, mids: Mids): Cents | undefined {
  let sum: Fraction = ZERO;
  for (const { symbol, side, splits, lots, parts, cost } of holdings) {
    if (lots === 0n) continue;
    const of = instrument(symbol);
    const mid = mids(symbol);
    const rate = conversionRate(of.quote, (pair) => {
      const found = mids(pair);
      return found && { id: pair, bid: found.price, ask: found.price };
    });
    if (mid === undefined || rate === undefined) return undefined;
    const { num, den } = splits.findLast(({ at }) => at < mid.until) ?? WHOLE;
    const gain = mid.price * num * lots - cost * den;
    const move = side === 'buy' ? gain : -gain;
    sum = addFractions(sum, { num: move * of.lotSize * rate.num, den: PRICE_SCALE * den * parts * rate.den });
  }
  return roundHalfEven(sum.num, sum.den);
}

const WHOLE: Fraction = { num: 1n, den: 1n };

/** A change of what is held, and of what is owned without it, between one instant of a curve and the next. */
export type Movement = Holding & { readonly step: number };
export type Moved = {
  readonly step: number;
  /** Change of cash + margin + withdrawing − owed. */
  readonly change: Cents;
  readonly paidIn: Cents;
  readonly paidOut: Cents;
  /** What staff entered by hand, or wrote off. */
  readonly adjusted: Cents;
};

export type Flows = Pick<Moved, 'paidIn' | 'paidOut' | 'adjusted'>;
/** What an account was worth at an instant, and what came in and went out since the one before it. `value`: undefined where a price is missing. */
export type Point = Flows & {
  readonly at: number;
  readonly balance: Cents;
  readonly value: Cents | undefined;
};

type Course = {
  /** In order, in milliseconds. What happened before the first one is step 0. */
  readonly instants: readonly number[];
  readonly balance: Cents;
  readonly moved: readonly Moved[];
  readonly movements: readonly Movement[];
  readonly midAt: (symbol: Symbol, at: number) => Mid | undefined;
};

/** An account's worth at each instant: its balance by the entries before it, and what was held by the fills before it, at the mid prices of that instant. */
export function courseOf({ instants, balance: opening, moved, movements, midAt }: Course): Point[] {
  const held = new Map<string, Holding>();
  const byStep = new Map(moved.map((one) => [one.step, one]));
  const movesByStep = Map.groupBy(movements, ({ step }) => step);
  let balance = opening;
  return instants.map((at, step) => {
    const { change = 0n, paidIn = 0n, paidOut = 0n, adjusted = 0n } = byStep.get(step) ?? {};
    balance += change;
    for (const one of movesByStep.get(step) ?? []) move(held, one);
    const result = heldResult(held.values(), (symbol) => midAt(symbol, at));
    return { at, balance, value: result === undefined ? undefined : balance + result, paidIn, paidOut, adjusted };
  });
}

function move(held: Map<string, Holding>, { step: _, ...one }: Movement): void {
  const splits = one.splits.map(({ at, num, den }) => `${at}:${num}/${den}`);
  const key = [one.symbol, one.side, one.parts, ...splits].join(' ');
  const before = held.get(key);
  const after = before ? { ...before, lots: before.lots + one.lots, cost: before.cost + one.cost } : one;
  if (after.lots === 0n && after.cost === 0n) held.delete(key);
  else held.set(key, after);
}
