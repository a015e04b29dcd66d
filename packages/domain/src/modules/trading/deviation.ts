import { type Instrument, MAX_PRICE, type Price, priceStep } from '../../market/index.ts';
import { max, min } from '../../money/index.ts';
import type { Side } from '../positions/model.ts';

/** How far a market order may fill from the price that its client saw. `value` in whole points (ticks) or in hundredths of a percent. */
export type MaxDeviation = {
  readonly expected: Price;
  readonly unit: 'points' | 'percent';
  readonly value: bigint;
};

/** The worst price at which the order still fills, no higher than any that there is. Better ones always do: the limit protects its client and nobody else. */
export function worstPrice(of: Instrument, side: Side, { expected, unit, value }: MaxDeviation): Price {
  const most = unit === 'points' ? value * priceStep(of) : (expected * value) / 10_000n;
  return side === 'buy' ? min(expected + most, MAX_PRICE) : max(expected - most, 1n);
}

/** Whether a price is beyond the worst one. */
export function isBeyond(side: Side, price: Price, worst: Price): boolean {
  return side === 'buy' ? price > worst : price < worst;
}
