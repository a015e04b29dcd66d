import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const COPYING_REFUSALS = {
  'trader.not_found': 404,
  'trader.already_linked': 409,
  'trader.staff_account': 422,
  'copy.not_found': 404,
  'copy.no_record': 422,
  'copy.own_trades': 422,
  'copy.minimum_balance': 422,
  'copy.insufficient_balance': 422,
  'copy.stop_loss_too_large': 422,
  'copy.already_copying': 409,
  'copy.not_running': 409,
  'copy.share_not_covered': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(COPYING_REFUSALS);
