import { type Price, exactPrice, priceStep } from '@clearbook/domain/market';
import { roundHalfEven } from '../../../lib/decimal.ts';
import type { PricingContext } from './preview.ts';

/** How far a stop and a target lie from the entry, each counted as gain for a target and loss for a stop; null where one lies on the wrong side. */
function distances({ side, entry }: PricingContext, stop: Price, target: Price) {
  const risk = side === 'buy' ? entry - stop : stop - entry;
  const reward = side === 'buy' ? target - entry : entry - target;
  return risk > 0n && reward > 0n ? { risk, reward } : null;
}

/** What the target wins for each dollar that the stop loses, in hundredths; null where one of them lies on the wrong side. */
export function rewardToRisk(pricing: PricingContext, stop: Price, target: Price): bigint | null {
  const found = distances(pricing, stop, target);
  return found === null ? null : roundHalfEven(found.reward * 100n, found.risk);
}

/** A target that wins so many times what the stop loses, on the tick; null where there is none. */
export function targetAt(pricing: PricingContext, stop: Price, times: bigint): string | null {
  const risk = pricing.side === 'buy' ? pricing.entry - stop : stop - pricing.entry;
  if (risk <= 0n) return null;
  const step = priceStep(pricing.of);
  const level = roundHalfEven(pricing.entry + (pricing.side === 'buy' ? 1n : -1n) * risk * times, step) * step;
  return level > 0n ? exactPrice(level, pricing.of.digits) : null;
}

/** "0.36" for a level that far from the entry, in percent, without a sign. */
export function percentAway({ entry }: PricingContext, level: Price): string {
  const away = level > entry ? level - entry : entry - level;
  return hundredthsText(roundHalfEven(away * 10_000n, entry));
}

/** "1.50". */
export function hundredthsText(value: bigint): string {
  return `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
}
