import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const CLIENTS_REFUSALS = {
  'user.not_empty': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(CLIENTS_REFUSALS);
