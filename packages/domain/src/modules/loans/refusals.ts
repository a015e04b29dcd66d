import { type Refusals, refuseBy } from '../../kernel/refusal.ts';
import { FUNDING_REFUSALS } from '../funding/refusals.ts';
import { TRADING_REFUSALS } from '../trading/refusals.ts';

export const LOANS_REFUSALS = {
  'loan.not_found': 404,
  'loan.suspended': 403,
  'loan.already_open': 409,
  'loan.portfolio_too_small': 422,
  'loan.portfolio_now_short': 422,
  'loan.client_suspended': 422,
  'loan.not_open': 409,
  'loan.not_due': 409,
  'loan.repays_too_much': 422,
  'loan.insufficient_balance': 422,
  'loan.client_on_break': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(LOANS_REFUSALS, FUNDING_REFUSALS, TRADING_REFUSALS);
