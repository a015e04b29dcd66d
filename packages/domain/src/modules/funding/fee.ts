import { type Cents, roundHalfEven } from '../../money/index.ts';

/** The fee percent can never exceed this, whatever settings say: 5.00 % (departures D3). */
export const MAX_FEE_BPS = 500;
/** The minimum withdrawal can never exceed $100. */
export const MAX_MINIMUM_WITHDRAWAL: Cents = 10_000n;

/** Fee in cents for an amount in cents: basis points of it, half to even. */
export function withdrawalFee(amount: Cents, feeBps: number): Cents {
  return roundHalfEven(amount * BigInt(feeBps), 10_000n);
}
