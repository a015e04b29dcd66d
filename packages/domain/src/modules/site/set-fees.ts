import { moneySettings } from '../funding/model.ts';
import type { Context, Decision, Invalidation } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { centsToDecimal } from '../../money/index.ts';
import { feeRaiseAhead, scheduleFee } from '../funding/fee-notice.ts';
import { MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL } from '../funding/fee.ts';
import type { SetFees } from './proposed.ts';
import { SITE_CHANGES } from './model.ts';

type Doing = { readonly staffId: string; readonly proposal?: { readonly id: string } };

/**
 * A higher fee is announced to every client who pays one, and applies after its notice period, which starts here. Without a proposal it is only
 * checked.
 * @throws if a constant is exceeded: the contract doesn't let such values through
 */
export function decideSetFees(
  state: State,
  command: SetFees,
  { staffId, proposal }: Doing,
  { now }: Context,
): Decision {
  const { feeBps, minimum } = command;
  if (feeBps < 0 || feeBps > MAX_FEE_BPS || minimum < 0n || minimum > MAX_MINIMUM_WITHDRAWAL)
    throw new RangeError('a fee or a minimum beyond its constant');
  if (proposal === undefined) return { outcome: { ok: true, result: { id: '' } } };
  const before = moneySettings(state);
  const after = scheduleFee(before, feeBps, before.announcesFees === true, now);
  const raise = feeRaiseAhead(after, now);
  const tells = feeRaiseAhead(before, now)?.from.getTime() !== raise?.from.getTime();
  return {
    outcome: { ok: true, result: { id: proposal.id } },
    // Staff, and the clients whom it concerns, are told by what writes it (apps/api/sql/modules/site.sql).
    rows: [
      created(SITE_CHANGES, {
        proposalId: proposal.id,
        kind: 'set_fees',
        at: now,
        appliesFrom: now,
        feeBeforeBps: after.feeRaise?.beforeBps ?? null,
        feeFrom: after.feeRaise?.from ?? null,
        endedAt: null,
        endedBy: null,
        command,
      }),
    ],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: 'settings.update',
        subjectType: 'settings',
        subjectId: 'site',
        clientId: null,
        facts: {
          ...changed('miniwithdrawal', before.minimumWithdrawal, minimum),
          ...changed('withdrawalpercent', BigInt(before.withdrawalFeeBps), BigInt(feeBps)),
          ...(tells && raise && { applies_from: raise.from.toISOString() }),
        },
      },
    ],
    invalidates: [...SETTINGS, ...(tells ? [ANNOUNCED] : [])],
  };
}

function changed(name: string, before: bigint, after: bigint): Record<string, string> {
  return before === after ? {} : { [name]: `${centsToDecimal(before)} → ${centsToDecimal(after)}` };
}

const SETTINGS: readonly Invalidation[] = [true, false].map((staff) => ({
  clientId: null,
  // A client's terms of withdrawal are read with their account.
  topics: staff ? ['settings', 'notifications'] : ['settings', 'account'],
  event: 'settings_updated',
  subjectId: 'site',
  staff,
}));
const ANNOUNCED: Invalidation = {
  clientId: null,
  topics: ['account', 'notifications', 'mailbox'],
  event: 'fee_announced',
  subjectId: 'site',
  staff: false,
};
