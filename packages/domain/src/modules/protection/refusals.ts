import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const PROTECTION_REFUSALS = {
  'limits.time_out': 422,
  'limits.self_exclusion': 422,
  'limits.excluded': 422,
  'limits.daily_loss': 422,
  'limits.deposits': 422,
  'limits.range': 422,
  'limits.not_longer': 409,
  'limits.excluded_already': 409,
  'limits.not_over': 409,
} as const satisfies Refusals;

export const refuse = refuseBy(PROTECTION_REFUSALS);
