import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const SWITCHES_REFUSALS = {
  'trading.stopped': 422,
  'trading.class_stopped': 422,
  'deposits.stopped': 422,
  'copying.stopped': 422,
  'switch.already': 409,
} as const satisfies Refusals;

export const refuse = refuseBy(SWITCHES_REFUSALS);
