import type { Party } from '../../kernel/party.ts';
import { INSTRUMENTS } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';

/** Either a boost, in percent points that stay, or days of full strength. */
export type SignalPlan = {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly boost: number | null;
  readonly days: number | null;
};

/** Those of the specification, as migration 007 writes them. */
export const SIGNAL_PLANS: readonly SignalPlan[] = [
  { id: 'unlimited', name: 'Signal unlimited', price: 50_000n, boost: null, days: 30 },
  { id: 'basic', name: 'Basic', price: 100_000n, boost: 5, days: null },
  { id: 'silver', name: 'Silver', price: 200_000n, boost: 12, days: null },
  { id: 'gold', name: 'Gold', price: 300_000n, boost: 25, days: null },
  { id: 'diamond', name: 'Diamond', price: 400_000n, boost: 35, days: null },
];

export const FULL_STRENGTH = 100;
export const DAY_MS = 86_400_000;

/** The part of a client that their signal strength depends on. */
export type SignalTerms = Pick<Party, 'signalPercent' | 'unlimitedUntil' | 'suspendedAt'>;

/** Whether unlimited signals run at `now`. A suspension stops their clock, so they run on through it (P12). */
export function isUnlimited({ unlimitedUntil, suspendedAt }: SignalTerms, now: Date): boolean {
  return unlimitedUntil !== null && unlimitedUntil > (suspendedAt ?? now);
}

/** Percentage of the instruments whose signals the client sees: 100 while unlimited signals run, otherwise their permanent share. */
export function signalStrength(terms: SignalTerms, now: Date): number {
  return isUnlimited(terms, now) ? FULL_STRENGTH : terms.signalPercent;
}

/** How many instruments a strength covers: at least one, at most all. */
export function instrumentsCovered(percent: number): number {
  return Math.max(1, Math.floor((INSTRUMENTS.length * percent) / FULL_STRENGTH));
}

/** A client's permanent signal strength and the end of unlimited signals after buying this plan. Null if it would add nothing. */
export function afterSignalPlan(
  terms: SignalTerms,
  plan: SignalPlan,
  now: Date,
): { readonly signalPercent: number; readonly unlimitedUntil: Date | null } | null {
  // Permanent full strength can't be increased.
  if (terms.signalPercent >= FULL_STRENGTH) return null;
  if (plan.boost !== null)
    return {
      signalPercent: Math.min(FULL_STRENGTH, terms.signalPercent + plan.boost),
      unlimitedUntil: terms.unlimitedUntil,
    };
  const from = Math.max(now.getTime(), terms.unlimitedUntil?.getTime() ?? 0);
  return {
    signalPercent: terms.signalPercent,
    unlimitedUntil: new Date(from + (plan.days ?? 0) * DAY_MS),
  };
}

/** When a suspension ends, the days that it lasted are given back. */
export function unlimitedAfterSuspension({ unlimitedUntil, suspendedAt }: SignalTerms, now: Date): Date | null {
  if (unlimitedUntil === null || suspendedAt === null || unlimitedUntil <= suspendedAt) return unlimitedUntil;
  return new Date(unlimitedUntil.getTime() + (now.getTime() - suspendedAt.getTime()));
}
