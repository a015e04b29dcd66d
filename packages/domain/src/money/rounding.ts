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

const PLACES = 10n ** 40n;

/** A sum in 10^-40 of a unit, and by how many of these at most it is too low. Near sums add up to a near sum. */
export type NearSum = { readonly low: bigint; readonly off: bigint };

export function nearSum(fractions: Iterable<Fraction>): NearSum {
  let [low, off] = [0n, 0n];
  for (const { num, den } of fractions) {
    const scaled = num * PLACES;
    low += floorDivide(scaled, den);
    if (scaled % den !== 0n) off += 1n;
  }
  return { low, off };
}

/** Rounded, a half to the even one; undefined where it is so close to a half that only the exact sum tells. */
export function roundNear({ low, off }: NearSum): bigint | undefined {
  const rounded = roundHalfEven(low, PLACES);
  return rounded === roundHalfEven(low + off, PLACES) ? rounded : undefined;
}

/**
 * A sum of any length, rounded once, a half to the even one. Exact; but the common denominator of thousands of fractions has as many digits as all of theirs
 * together, and is only worked out where the near sum does not tell.
 */
export function roundSum(fractions: readonly Fraction[]): bigint {
  const rounded = roundNear(nearSum(fractions));
  if (rounded !== undefined) return rounded;
  const { num, den } = exactSum(fractions);
  return roundHalfEven(num, den);
}

/** By halves, so that long numbers meet long ones only. */
function exactSum(fractions: readonly Fraction[]): Fraction {
  if (fractions.length < 2) return fractions[0] ?? ZERO;
  const middle = fractions.length >>> 1;
  const [a, b] = [exactSum(fractions.slice(0, middle)), exactSum(fractions.slice(middle))];
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
