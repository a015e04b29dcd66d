import type { Trade } from '@clearbook/contracts';
import { toCents } from '../../../lib/decimal.ts';
import { MINUS } from '../../../lib/format.ts';

/** From here on the figure warns, in hundredths of a percent: a position is closed out at 50 percent. */
export const LOW_LEVEL = 7_500n;

/**
 * Margin level of a position in hundredths of a percent, rounded down: what is left of its collateral and its unrealised result ÷ its
 * required margin. Null where nothing is required. `profit` in cents.
 */
export function levelOfMargin(trade: Pick<Trade, 'amount' | 'required_margin'>, profit: bigint): bigint | null {
  const required = toCents(trade.required_margin.amount);
  if (required === 0n) return null;
  const num = (toCents(trade.amount.amount) + profit) * 10_000n;
  return num >= 0n ? num / required : -((-num + required - 1n) / required);
}

/** "143.2%" */
export function levelText(level: bigint): string {
  const tenths = level >= 0n ? level / 10n : -((-level + 9n) / 10n);
  const size = tenths < 0n ? -tenths : tenths;
  return `${tenths < 0n ? MINUS : ''}${size / 10n}.${size % 10n}%`;
}
