import type { Party } from '../../kernel/party.ts';
import type { FeeRaise, MoneySettings } from './model.ts';

/** A higher or new fee applies to a live client this long after they were told (departures D3). */
export const FEE_NOTICE_MS = 30 * 86_400_000;

/** The site's fee percent, in basis points, and the announced moment from which a raise of it applies. */
export type FeeSchedule = Pick<MoneySettings, 'withdrawalFeeBps' | 'feeRaise'>;
type Billed = Pick<Party, 'billing' | 'billingFrom'>;

/** The site's fee at a moment, in basis points: until a raise applies, the one before it. */
export function siteFeeBps({ withdrawalFeeBps, feeRaise }: FeeSchedule, at: Date): number {
  return feeRaise && at < feeRaise.from ? feeRaise.beforeBps : withdrawalFeeBps;
}

/**
 * The schedule after staff set a new percent. Where raises are announced, a percent above today's waits for its notice; one that
 * was already announced keeps its date. Anything else applies right away and cancels what was announced.
 */
export function scheduleFee(
  before: FeeSchedule,
  wantedBps: number,
  announces: boolean,
  now: Date,
): { readonly withdrawalFeeBps: number; readonly feeRaise: FeeRaise | null } {
  const present = siteFeeBps(before, now);
  if (!announces || wantedBps <= present) return { withdrawalFeeBps: wantedBps, feeRaise: null };
  const announced = feeRaiseAhead(before, now);
  if (announced && wantedBps === before.withdrawalFeeBps) return { withdrawalFeeBps: wantedBps, feeRaise: announced };
  return { withdrawalFeeBps: wantedBps, feeRaise: { beforeBps: present, from: afterNotice(now) } };
}

/** The announced raise that does not apply yet. */
export function feeRaiseAhead({ feeRaise }: FeeSchedule, now: Date): FeeRaise | null {
  return feeRaise && now < feeRaise.from ? feeRaise : null;
}

/** The same for one client's billing: what it is after staff switched it. */
export function switchBilling(before: Billed, wanted: boolean, announces: boolean, now: Date): Billed {
  if (wanted === before.billing) return { billing: before.billing, billingFrom: before.billingFrom };
  return { billing: wanted, billingFrom: wanted && announces ? afterNotice(now) : null };
}

/** Whether a fee applies to this client at a moment. */
export function isBilled({ billing, billingFrom }: Billed, at: Date): boolean {
  return billing && (billingFrom === null || billingFrom <= at);
}

/** This client's fee at a moment, in basis points. */
export function clientFeeBps(settings: FeeSchedule, party: Billed, at: Date): number {
  return isBilled(party, at) ? siteFeeBps(settings, at) : 0;
}

/** What this client's fee changes to, and when, as far as it was announced. */
export function announcedFees(
  settings: FeeSchedule,
  party: Billed,
  now: Date,
): readonly { readonly from: Date; readonly feeBps: number }[] {
  const moments = [party.billingFrom, settings.feeRaise?.from ?? null]
    .filter((from) => from !== null && now < from)
    .map((from) => Number(from));
  const announced: { from: Date; feeBps: number }[] = [];
  let present = clientFeeBps(settings, party, now);
  for (const moment of [...new Set(moments)].toSorted((a, b) => a - b)) {
    const from = new Date(moment);
    const feeBps = clientFeeBps(settings, party, from);
    if (feeBps !== present) announced.push({ from, feeBps });
    present = feeBps;
  }
  return announced;
}

function afterNotice(now: Date): Date {
  return new Date(now.getTime() + FEE_NOTICE_MS);
}
