import { roundHalfEven } from '../money/index.ts';

/** A price is a bigint count of 1e-10 of the quote currency: fine enough for SHIB, exact for every instrument. */
export type Price = bigint;

/** Decimals that a price carries. */
export const PRICE_DECIMALS = 10;

/** Units in one whole quote currency. */
export const PRICE_SCALE = 10n ** 10n;

/** Largest price accepted anywhere: it still fits a signed 64-bit integer, in memory and in the database. */
export const MAX_PRICE = 900_000_000n * PRICE_SCALE;

const PLAIN_DECIMAL = /^(\d{1,9})(?:\.(\d{1,10}))?$/;

/** Reads a plain decimal such as "1.16081"; undefined for signs, exponents, blanks, an eleventh decimal or a price above MAX_PRICE. */
export function tryParsePrice(text: string): Price | undefined {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return undefined;
  const units = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(PRICE_DECIMALS, '0'));
  return units > MAX_PRICE ? undefined : units;
}

/** Like `tryParsePrice`, for text that must be a price. Throws a RangeError otherwise. */
export function parsePrice(text: string): Price {
  const price = tryParsePrice(text);
  if (price === undefined) throw new RangeError(`not a price: ${text.slice(0, 40)}`);
  return price;
}

const NUMBER = /^(\d{1,20})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Reads a number as JSON writes one ("1.209e-05", "117876.80000000000001"), from its text and without a floating-point number in between. More
 * decimals than a price carries are rounded half to even. Undefined for a sign, anything else that is no such number, or a price above MAX_PRICE.
 */
export function tryParsePriceNumber(text: string): Price | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  const digits = BigInt((match[1] ?? '') + fraction);
  const shift = PRICE_DECIMALS - fraction.length + Number(match[3] ?? '0');
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : roundHalfEven(digits, 10n ** BigInt(-shift));
  return units > MAX_PRICE ? undefined : units;
}

/** Text of a price with exactly `digits` decimals (0 to 10), rounded half to even. For display: `exactPrice` never rounds. */
export function formatPrice(price: Price, digits: number): string {
  const step = 10n ** BigInt(PRICE_DECIMALS - digits);
  return decimals(roundHalfEven(price, step), digits);
}

/** A price as a person reads it, in messages as on screen: fixed decimals, thousands grouped, a long run of zeros counted. */
export function shownPrice(price: Price, digits: number): string {
  const [whole = '0', part] = formatPrice(price, digits).split('.');
  return shortZeros(`${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${part === undefined ? '' : `.${part}`}`);
}

/** Decimals from which on a price is one of those that are mostly zeros. */
const LONG = 7;
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/** "0.000019561" → "0.0₄19561": the small figure counts the zeros after the point, which nobody can count at a glance. Any other text as it is. */
export function shortZeros(text: string): string {
  const [, sign = '', zeros = '', rest = ''] = /^([^\d]?)0\.(0{4,})([1-9]\d*)$/.exec(text) ?? [];
  return zeros.length + rest.length < LONG ? text : `${sign}0.0${SUBSCRIPTS[zeros.length] ?? ''}${rest}`;
}

/** Text of a price with every decimal that it has and at least `minDigits` of them. For the wire and for explanations. */
export function exactPrice(price: Price, minDigits = 0): string {
  const text = decimals(price, PRICE_DECIMALS);
  const point = text.length - PRICE_DECIMALS;
  let end = text.length;
  while (end > point + minDigits && text[end - 1] === '0') end -= 1;
  return text.slice(0, end === point ? point - 1 : end);
}

function decimals(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return sign + (digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`);
}
