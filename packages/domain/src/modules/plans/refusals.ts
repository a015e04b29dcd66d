import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const PLANS_REFUSALS = {
  'plan.suspended': 403,
  'plan.not_found': 404,
  'plan.retired': 409,
  'plan.price_changed': 409,
  'plan.no_gain': 409,
  'plan.insufficient_balance': 422,
  'plan.useless': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(PLANS_REFUSALS);
