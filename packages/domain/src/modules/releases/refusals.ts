import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const RELEASES_REFUSALS = {
  'release.two_people': 409,
  'release.limit_range': 422,
  'release.client_above_day': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(RELEASES_REFUSALS);
