/** An exact fraction. `den` is positive. */
export type Fraction = { readonly num: bigint; readonly den: bigint };

export const ZERO: Fraction = { num: 0n, den: 1n };

/** The one rounding of money: to the nearest whole unit, a half to the even one. `den` must be positive. */
export function roundHalfEven(num: bigint, den: bigint): bigint {
  if (den <= 0n) throw new RangeError('the divisor must be positive');
  const floor = floorDivide(num, den);
  const twiceRest = 2n * (num - floor * den);
  if (twiceRest < den) return floor;
  if (twiceRest > den) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}

/** Rounded down, below zero too. `den` must be positive. */
export function floorDivide(num: bigint, den: bigint): bigint {
  return num >= 0n ? num / den : -((-num + den - 1n) / den);
}

/** Rounded up, for what a client must provide at least. `num` must not be negative. */
export function divideUp(num: bigint, den: bigint): bigint {
  if (num < 0n || den <= 0n) throw new RangeError('only for a non-negative number and a positive divisor');
  return (num + den - 1n) / den;
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return reduce({ num: a.num * b.den + b.num * a.den, den: a.den * b.den });
}

/** Keeps numbers short over many additions. */
export function reduce({ num, den }: Fraction): Fraction {
  let a = num < 0n ? -num : num;
  let b = den;
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? ZERO : { num: num / a, den: den / a };
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
