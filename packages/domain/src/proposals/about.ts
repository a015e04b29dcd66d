import type { Cents } from '../money/index.ts';
import type { Act } from './act.ts';

/** The client whose books it is about; null where it is about staff. */
export function clientOf(act: Act): string | null {
  return 'clientId' in act ? act.clientId : null;
}

/** The record that it is about: a payout, a trade, a member of staff. */
export function subjectOf(act: Act): string | null {
  if (act.kind === 'approve_payout') return act.withdrawalId;
  if (act.kind === 'add_to_trade') return act.tradeId;
  return 'memberId' in act ? act.memberId : null;
}

export function amountOf(act: Act): Cents | null {
  return 'amount' in act ? act.amount : null;
}
