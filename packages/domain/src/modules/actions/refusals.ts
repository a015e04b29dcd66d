import { type Refusals, refuseBy } from '../../kernel/refusal.ts';
import { TRADING_REFUSALS } from '../trading/refusals.ts';

export const ACTIONS_REFUSALS = {
  'break_even.beyond': 422,
  'break_even.covered': 422,
  'margin_call.levels': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(ACTIONS_REFUSALS, TRADING_REFUSALS);
