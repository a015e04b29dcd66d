import { roundHalfEven } from '@clearbook/domain/money';

export { centsToDecimal as centsText, divideUp, roundHalfEven } from '@clearbook/domain/money';

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

/** Price units as a decimal string, rounded half-even to `digits` decimals. */
export function priceText(price: bigint, digits: number): string {
  const step = 10n ** BigInt(PRICE_DECIMALS - digits);
  const rounded = roundHalfEven(price, step);
  const scale = 10n ** BigInt(digits);
  return digits === 0 ? String(rounded) : `${rounded / scale}.${String(rounded % scale).padStart(digits, '0')}`;
}
