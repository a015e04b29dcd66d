import { monthsAfter } from '../../periods/index.ts';
import type { TimeOut } from './model.ts';

/** The breaks a client can choose. Months and years are calendar ones, in UTC. */
export const TIME_OUTS = {
  '24h': { kind: 'time_out', hours: 24 },
  '7d': { kind: 'time_out', hours: 7 * 24 },
  '30d': { kind: 'time_out', hours: 30 * 24 },
  '6m': { kind: 'self_exclusion', months: 6 },
  '1y': { kind: 'self_exclusion', months: 12 },
  '5y': { kind: 'self_exclusion', months: 60 },
} as const satisfies Record<string, { kind: TimeOut['kind'] } & ({ hours: number } | { months: number })>;

export type TimeOutLength = keyof typeof TIME_OUTS;

/** When a break of this length ends if it begins now. From the 31st, a shorter month ends on its last day. */
export function endOf(length: TimeOutLength, now: Date): Date {
  const chosen = TIME_OUTS[length];
  if ('hours' in chosen) return new Date(now.getTime() + chosen.hours * 3_600_000);
  return monthsAfter(now, chosen.months);
}

/**
 * When a break ends: undefined if there is none, null for a self-exclusion whose time is over and whose client hasn't asked to come
 * back. It never ends automatically; a time-out does.
 */
export function standsUntil(
  timeOut: Pick<TimeOut, 'kind' | 'until' | 'returnAt'> | null | undefined,
  now: Date,
): Date | null | undefined {
  if (timeOut === null || timeOut === undefined) return undefined;
  if (now < timeOut.until) return timeOut.until;
  if (timeOut.kind === 'time_out') return undefined;
  if (timeOut.returnAt === null) return null;
  return now < timeOut.returnAt ? timeOut.returnAt : undefined;
}
