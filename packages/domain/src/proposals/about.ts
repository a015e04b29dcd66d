import type { Cents } from '../money/index.ts';
import type { Act } from './act.ts';

/** The client whose books it is about; null where it is about staff. */
export function clientOf(act: Act): string | null {
  return 'clientId' in act ? act.clientId : null;
}

/** The record that it is about: a payout, a trade, a hold, a member of staff. */
export function subjectOf(act: Act): string | null {
  if (act.kind === 'approve_payout') return act.withdrawalId;
  if (act.kind === 'place_hold' || act.kind === 'renew_hold') return act.holdId;
  if (act.kind === 'add_to_trade') return act.tradeId;
  return 'memberId' in act ? act.memberId : null;
}

/** The record about which only one proposal waits at a time; null where several may. */
export function aloneOn(act: Act): string | null {
  return act.kind === 'approve_payout' || act.kind === 'renew_hold' ? subjectOf(act) : null;
}

export function amountOf(act: Act): Cents | null {
  return 'amount' in act ? act.amount : null;
}
