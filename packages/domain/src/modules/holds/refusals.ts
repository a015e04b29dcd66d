import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const HOLDS_REFUSALS = {
  'withdrawal.on_hold': 409,
  'hold.not_found': 404,
  'hold.not_running': 409,
  'hold.second_person': 403,
  'hold.one_at_a_time': 409,
  'hold.automatic': 409,
  'hold.end_range': 422,
  'hold.not_later': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(HOLDS_REFUSALS);
