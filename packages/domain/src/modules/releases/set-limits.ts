import type { Context, Decision } from '../../kernel/decision.ts';
import { created } from '../../kernel/table.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { MAX_RELEASE_LIMITS } from './limits.ts';
import { RELEASE_LIMITS } from './model.ts';
import { refuse } from './refusals.ts';

/** Changes the release limits of one person. Always takes two people. */
export type SetReleaseLimits = {
  readonly kind: 'set_release_limits';
  readonly dayLimit: Cents;
  readonly clientLimit: Cents;
  /** The proposal whose values it takes the place of, as its proposer saw them; null: nobody had set any. */
  readonly replaces: string | null;
};

type Doing = { readonly staffId: string; readonly proposal?: { readonly id: string } };

export function decideSetReleaseLimits(
  { dayLimit, clientLimit }: SetReleaseLimits,
  doing: Doing,
  { now }: Context,
): Decision {
  const { day, client } = MAX_RELEASE_LIMITS;
  if (dayLimit < 0n || dayLimit > day) return refuse('release.limit_range', 'day_limit', { most: formatUsd(day) });
  if (clientLimit < 0n || clientLimit > client)
    return refuse('release.limit_range', 'client_limit', { most: formatUsd(client) });
  if (clientLimit > dayLimit) return refuse('release.client_above_day', 'client_limit', { most: formatUsd(dayLimit) });
  const { staffId, proposal } = doing;
  // The command is only checked, not carried out.
  if (proposal === undefined) return { outcome: { ok: true, result: { id: '' } } };
  return {
    outcome: { ok: true, result: { id: proposal.id } },
    rows: [created(RELEASE_LIMITS, { proposalId: proposal.id, dayCents: dayLimit, clientCents: clientLimit, at: now })],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: 'release_limits.set',
        subjectType: 'settings',
        subjectId: proposal.id,
        clientId: null,
        facts: { day_limit: centsToDecimal(dayLimit), client_limit: centsToDecimal(clientLimit) },
      },
    ],
  };
}
