import { type Refusals, refuseBy } from '../../kernel/refusal.ts';
import { TRADING_REFUSALS } from '../trading/refusals.ts';

export const MANUAL_REFUSALS = {
  'settle.worse_than_quote': 422,
  'settle.reason_required': 422,
  'adjustment.entry_unknown': 422,
  'adjustment.debit_too_large': 422,
  'adjustment.insufficient_balance': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(MANUAL_REFUSALS, TRADING_REFUSALS);
