/** Prices are bigints in units of 1e-10, as on the server. */
const PRICE_DECIMALS = 10;
export const PRICE_SCALE = 10n ** BigInt(PRICE_DECIMALS);

/** Reads a decimal string into units of 10^-decimals. Throws a RangeError on anything else or on more decimals than that. */
export function toUnits(text: string, decimals: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = '', whole = '0', part = ''] = match ?? [];
  if (match === null || part.length > decimals) throw new RangeError(`not a decimal with at most ${decimals} places`);
  const units = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(part.padEnd(decimals, '0') || '0');
  return sign === '-' ? -units : units;
}

export function toCents(amount: string): bigint {
  return toUnits(amount, 2);
}

export function toPrice(price: string): bigint {
  return toUnits(price, PRICE_DECIMALS);
}

/** Cents as a plain decimal string: -5n → "-0.05". */
export function centsText(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Rounds num ÷ den to the nearest whole, a tie to the even one. `den` must be positive. */
export function roundHalfEven(num: bigint, den: bigint): bigint {
  const floor = num >= 0n ? num / den : -((-num + den - 1n) / den);
  const twice = (num - floor * den) * 2n;
  if (twice > den || (twice === den && floor % 2n !== 0n)) return floor + 1n;
  return floor;
}

/** Rounds num ÷ den up. Both must be positive or zero, `den` not zero. */
export function divideUp(num: bigint, den: bigint): bigint {
  return (num + den - 1n) / den;
}

/** Price units as a decimal string, rounded half-even to `digits` decimals. */
export function priceText(price: bigint, digits: number): string {
  const step = 10n ** BigInt(PRICE_DECIMALS - digits);
  const rounded = roundHalfEven(price, step);
  const scale = 10n ** BigInt(digits);
  return digits === 0 ? String(rounded) : `${rounded / scale}.${String(rounded % scale).padStart(digits, '0')}`;
}
