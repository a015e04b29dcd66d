import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const CORPORATE_ACTION_REFUSALS = {
  'corporate_action.not_due': 409,
  /** A close that comes before its trade's dividend. */
  'corporate_action.first': 409,
} as const satisfies Refusals;

export const refuse = refuseBy(CORPORATE_ACTION_REFUSALS);
