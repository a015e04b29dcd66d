import type { Instrument, Rational } from '../../market/index.ts';
import { type Cents, divideUp, type Fraction, roundHalfEven } from '../../money/index.ts';

/** Notional in cents, exact: lots ÷ 100 × lot size × dollars per base unit × 100. `lots` in hundredths (T2). */
export function notional(of: Instrument, lots: bigint, baseToUsd: Rational): Fraction {
  return { num: lots * of.lotSize * baseToUsd.num, den: baseToUsd.den };
}

/** Notional ÷ leverage, rounded up to the cent. 1 lot of USDJPY at 30:1 needs $3,333.34. */
export function requiredMargin(value: Fraction, leverageHundredths: number): Cents {
  return divideUp(value.num * 100n, value.den * BigInt(leverageHundredths));
}

export function notionalCents(value: Fraction): Cents {
  return roundHalfEven(value.num, value.den);
}
