import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const PROPOSALS_REFUSALS = {
  'proposal.not_found': 404,
  'proposal.own': 409,
  'proposal.lapsed': 409,
  'proposal.overtaken': 409,
  'proposal.proposer_may_not': 409,
  'staff.not_found': 404,
  'staff.already': 409,
  'staff.is_client': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(PROPOSALS_REFUSALS);
