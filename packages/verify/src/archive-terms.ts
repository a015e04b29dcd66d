import { Refused } from './refused.ts';
import { ceil, has, instant, object, price, PRICE_UNITS, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** A rate as a fraction, or a sum of results: never rounded before the end. */
export type Fraction = { readonly num: bigint; readonly den: bigint };
export type Sides = { readonly bid: bigint; readonly ask: bigint };

/** What other lines of an archive refer to. */
export type Books = {
  readonly quotes: ReadonlyMap<string, Line>;
  readonly instruments: ReadonlyMap<string, Line>;
  readonly actions: ReadonlyMap<string, Line>;
};

/** Where no package says otherwise: 1.6 pips or 16 basis points, and no ceiling above half of the cap (T3). */
export const NO_PACKAGE = { markup: 16n, ceiling: 0n };

export function byId(lines: readonly Line[]): Map<string, Line> {
  return new Map(lines.map((line) => [text(line, 'id'), line]));
}

export function termsOf({ lines }: Archive, kind: string): readonly Line[] {
  return lines('terms').filter((line) => line['kind'] === kind);
}

/** What was set for something and held at a moment; undefined while nothing was. */
export function setAt(archive: Archive, kind: string, key: string, at: number): Line | undefined {
  const line = termsOf(archive, kind).findLast(
    (one) =>
      text(one, 'key') === key && instant(one, 'from') <= at && (!has(one, 'until') || at < instant(one, 'until')),
  );
  return line && object(line, 'value');
}

export function booksOf(archive: Archive): Books {
  const instruments = termsOf(archive, 'instrument');
  return {
    quotes: byId(archive.lines('quotes')),
    instruments: new Map(instruments.map((line) => [text(line, 'key'), object(line, 'value')])),
    actions: byId(archive.lines('corporate_actions')),
  };
}

export function quoteOf({ quotes }: Pick<Books, 'quotes'>, id: string): Line {
  const quote = quotes.get(id);
  if (quote === undefined) throw new Refused('unavailable', `Quote ${id} is missing.`);
  return quote;
}

export function instrumentOf({ instruments }: Pick<Books, 'instruments'>, symbol: string): Line {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Refused('unavailable', `The terms of ${symbol} are missing.`);
  return instrument;
}

/** The step between two prices of an instrument, in units of 1e-10. */
export function tickOf(instrument: Line): bigint {
  return 10n ** (10n - whole(instrument, 'digits'));
}

export function sidesOf(quote: Line): Sides {
  return { bid: price(quote, 'bid'), ask: price(quote, 'ask') };
}

/** Dollars for one unit of a currency or share: 1, the mid of a quote, or one divided by it. */
export function dollarsFor(unit: string, quote: Line | undefined): Fraction {
  if (unit === 'USD') return { num: 1n, den: 1n };
  if (quote === undefined) throw new Refused('unavailable', `No quote says what ${unit} is worth.`);
  const twice = price(quote, 'bid') + price(quote, 'ask');
  const symbol = text(quote, 'symbol');
  if (symbol === `USD${unit}`) return { num: 2n * PRICE_UNITS, den: twice };
  if (symbol === `${unit}USD` || symbol === unit) return { num: twice, den: 2n * PRICE_UNITS };
  throw new Refused('unproven', `A quote of ${symbol} does not say what ${unit} is worth.`);
}

/** M8: the feed's quote as a client deals on it: half the mark-up on either side, and out to the tick. */
export function widened(instrument: Line, { bid, ask }: Sides, markup: bigint): Sides {
  const tick = tickOf(instrument);
  const forex = text(instrument, 'class') === 'forex';
  const [num, den] = forex ? [price(instrument, 'pip') * markup, 20n] : [(bid + ask) * markup, 40_000n];
  const lower = ((bid * den - num) / (den * tick)) * tick;
  return { bid: lower > tick ? lower : tick, ask: ceil(ask * den + num, den * tick) * tick };
}

/** The mark-up in a quote's id: `ID.m16` was dealt with 16 tenths of a pip, or basis points. */
export function markupIn(id: string): bigint | undefined {
  const found = /\.m(\d{1,3})$/.exec(id)?.[1];
  return found === undefined ? undefined : BigInt(found);
}

/** The id of the quote as the feed gave it. */
export function feedId(id: string): string {
  return id.replace(/\.m\d{1,3}$/, '');
}

type AccountStep = { readonly since: number; readonly markup: bigint; readonly ceiling: bigint };
const STEPS = new WeakMap<Archive, readonly AccountStep[]>();

/** What the client's packages gave from when on. */
export function accountSteps(archive: Archive): readonly AccountStep[] {
  const known = STEPS.get(archive);
  if (known !== undefined) return known;
  const steps = termsOf(archive, 'account').map((line) => {
    const { from } = line;
    const value = object(line, 'value');
    return {
      since: typeof from === 'string' ? Date.parse(from) : -Infinity,
      markup: whole(value, 'markup'),
      ceiling: whole(value, 'leverage_ceiling'),
    };
  });
  STEPS.set(archive, steps);
  return steps;
}

/** What they gave at a moment; both where the moment is that of a purchase. */
export function accountAt(archive: Archive, at: number): { markup: bigint; ceiling: bigint }[] {
  const steps = accountSteps(archive);
  const before = steps.filter(({ since }) => since < at).at(-1) ?? { ...NO_PACKAGE };
  return [before, ...steps.filter(({ since }) => since === at)];
}
