import type { Cents } from '../../money/index.ts';
import { type Act, declared } from './act.ts';

/** The client whose books it is about; null where it is about staff or the site. */
export function clientOf(act: Act): string | null {
  return 'clientId' in act ? act.clientId : null;
}

/** The record that it is about: a payout, a trade, a hold, a member of staff. */
export function subjectOf(act: Act): string | null {
  const { subject } = declared(act);
  return subject === null ? null : String((act as Readonly<Record<string, unknown>>)[subject]);
}

/** The record about which only one proposal waits at a time; null where several may. */
export function aloneOn(act: Act): string | null {
  return declared(act).once ? subjectOf(act) : null;
}

export function amountOf(act: Act): Cents | null {
  return 'amount' in act ? act.amount : null;
}
