import type { COMMON_REFUSALS } from '../../kernel/refusal.ts';
import { MIN_NOTIONAL_CENTS } from '../../market/index.ts';
import { formatUsd } from '../../money/index.ts';
import type { CONFIGURATION_REFUSALS } from '../configuration/refusals.ts';
import { MAX_OPEN_TRADES } from '../positions/exposure.ts';
import type { PROTECTION_REFUSALS } from '../protection/refusals.ts';
import type { SWITCHES_REFUSALS } from '../switches/refusals.ts';
import type { TRADING_REFUSALS } from './refusals.ts';

/** What may keep a trade from being opened. */
export type OpeningRefusal =
  | keyof typeof COMMON_REFUSALS
  | keyof typeof CONFIGURATION_REFUSALS
  | keyof typeof PROTECTION_REFUSALS
  | keyof typeof SWITCHES_REFUSALS
  | keyof typeof TRADING_REFUSALS;

const WHY: Readonly<Partial<Record<OpeningRefusal, string>>> = {
  'account.suspended': 'your account was suspended',
  'trading.stopped': 'new trades were paused when its price came',
  'trading.class_stopped': 'new trades in this asset class were paused when its price came',
  'instrument.close_only': 'it could only be closed when its price came',
  'instrument.off': 'we no longer offered it when its price came',
  'market.holiday': 'the market was closed when its price came',
  'volume.client': 'it was more than one client can hold of this instrument',
  'volume.all': 'it was more of this instrument than we could take on',
  'limits.time_out': 'you were taking a break from trading',
  'limits.self_exclusion': 'you had excluded yourself from trading',
  'limits.excluded': 'you had excluded yourself from trading',
  'limits.daily_loss': 'you had reached your daily loss limit',
  'order.too_many_trades': `you had ${MAX_OPEN_TRADES} open trades, the maximum`,
  'order.insufficient_balance': 'your balance didn’t cover its amount',
  'order.margin_too_small': 'its amount no longer covered the margin at that price',
  'order.notional_too_small': `it was worth less than ${formatUsd(MIN_NOTIONAL_CENTS)} at that price`,
  'order.notional_too_large': 'it was too large at that price',
  'order.exceeds_equity': 'your equity wasn’t enough while you owed a loan',
};

/** Why an order that waited wasn't filled when its price came, as the words after "because". */
export function whyRejected(code: string): string {
  return WHY[code as OpeningRefusal] ?? 'it couldn’t be opened';
}
