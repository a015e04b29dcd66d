import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const IDENTITY_REFUSALS = {
  'identity.not_approved': 409,
  'funds.unchanged': 409,
  'funds.identity_first': 409,
} as const satisfies Refusals;

export const refuse = refuseBy(IDENTITY_REFUSALS);
