import type { Context, Decision } from '../../kernel/decision.ts';
import { created } from '../../kernel/table.ts';
import type { SetWallets } from './proposed.ts';
import { SITE_CHANGES } from './model.ts';

/** In live mode new deposit addresses take effect this long after they were approved: long enough for someone to notice and stop them. */
const ADDRESS_DELAY_MS = 24 * 3_600_000;

type Doing = { readonly staffId: string; readonly proposal?: { readonly id: string } };

/** Each address was checked against its network before this. Without a proposal the command is only checked. */
export function decideSetWallets(command: SetWallets, { staffId, proposal }: Doing, { now }: Context): Decision {
  if (proposal === undefined) return { outcome: { ok: true, result: { id: '' } } };
  const { bitcoin, ethereum, usdt } = command;
  const from = new Date(now.getTime() + ADDRESS_DELAY_MS);
  return {
    outcome: { ok: true, result: { id: proposal.id } },
    // Staff are told by what writes it (apps/api/sql/modules/site.sql).
    rows: [
      created(SITE_CHANGES, {
        proposalId: proposal.id,
        kind: 'set_wallets',
        at: now,
        appliesFrom: from,
        feeBeforeBps: null,
        feeFrom: null,
        endedAt: null,
        endedBy: null,
        command,
      }),
    ],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: 'wallets.update',
        subjectType: 'wallets',
        subjectId: 'wallets',
        clientId: null,
        // Addresses aren't personal data: the log states exactly what clients are shown, and from when.
        facts: { bitcoin, ethereum, usdt, applies_from: from.toISOString() },
      },
    ],
    invalidates: [
      {
        clientId: null,
        topics: ['wallets', 'notifications'],
        event: 'wallets_updated',
        subjectId: 'wallets',
        staff: true,
      },
    ],
  };
}
