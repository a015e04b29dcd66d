import { monthsAfter } from '../../periods/index.ts';

/**
 * How many of a provider's clients lose money, as risk warnings must say it (ESMA's product intervention on CFDs, 2018): over the last
 * twelve months, results that were closed and results that are open, all costs of trading included.
 */
export const TRACK_RECORD_MONTHS = 12;

/** From when trades count for a record that ends at `until`. */
export function trackRecordSince(until: Date): Date {
  return monthsAfter(until, -TRACK_RECORD_MONTHS);
}

/** Whole percent, rounded up, so that it never sounds better than it is. Null without clients: then there is no record yet. */
export function lostPercent({ clients, lost }: { readonly clients: number; readonly lost: number }): number | null {
  if (!(lost >= 0 && lost <= clients)) throw new RangeError('lostPercent: more lost than there are');
  return clients === 0 ? null : Math.ceil((lost * 100) / clients);
}
