import { moneySettings } from '../funding/model.ts';
import type { ChangeOf, Context, Decision, Notice } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { centsToDecimal } from '../../money/index.ts';
import { feeRaiseAhead, type FeeSchedule, scheduleFee, siteFeeBps } from '../funding/fee-notice.ts';
import { MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL } from '../funding/fee.ts';
import type { SetFees } from './acts.ts';
import { percentOf, staffTold } from './told.ts';

type Doing = { readonly staffId: string; readonly proposal?: { readonly id: string; readonly proposedBy: string } };

/**
 * A higher fee is announced to every client who pays one, and applies after its notice, counted from here. Without a proposal it is only
 * asked whether it could be done.
 * @throws where a constant is exceeded: the contract lets nothing of that through
 */
export function decideSetFees(state: State, act: SetFees, { staffId, proposal }: Doing, { now }: Context): Decision {
  const { feeBps, minimum } = act;
  if (feeBps < 0 || feeBps > MAX_FEE_BPS || minimum < 0n || minimum > MAX_MINIMUM_WITHDRAWAL)
    throw new RangeError('a fee or a minimum beyond its constant');
  if (proposal === undefined) return { outcome: { ok: true, result: { id: '' } } };
  const before = moneySettings(state);
  const after = { minimumWithdrawal: minimum, ...scheduleFee(before, feeBps, before.announcesFees === true, now) };
  const raise = feeRaiseAhead(after, now);
  const tells = feeRaiseAhead(before, now)?.from.getTime() !== raise?.from.getTime();
  return {
    outcome: { ok: true, result: { id: proposal.id } },
    changes: [
      { kind: 'fees_set', proposalId: proposal.id, after, told: tells ? announcedOf(after, now) : null },
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
      staffTold(act, 'approved', { staffId, proposedBy: proposal.proposedBy }),
    ],
    notices: [...SETTINGS, ...(tells ? [ANNOUNCED] : [])],
  };
}

/** What clients hear: from when which percent applies, or which one stays because an announced raise does not come. */
function announcedOf(after: FeeSchedule, now: Date): ChangeOf<'fees_set'>['told'] {
  const raise = feeRaiseAhead(after, now);
  return { percent: percentOf(raise ? after.withdrawalFeeBps : siteFeeBps(after, now)), from: raise?.from ?? null };
}

function changed(name: string, before: bigint, after: bigint): Record<string, string> {
  return before === after ? {} : { [name]: `${centsToDecimal(before)} → ${centsToDecimal(after)}` };
}

const SETTINGS: readonly Notice[] = [true, false].map((staff) => ({
  clientId: null,
  topics: staff ? ['settings', 'notifications'] : ['settings'],
  event: 'settings_updated',
  subjectId: 'site',
  staff,
}));
const ANNOUNCED: Notice = {
  clientId: null,
  topics: ['account', 'notifications', 'mailbox'],
  event: 'fee_announced',
  subjectId: 'site',
  staff: false,
};
