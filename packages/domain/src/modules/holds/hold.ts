import type { Hold, HoldCode } from './model.ts';

/** The complete list of grounds, in the words that client and staff read. */
export const HOLD_CODES = {
  aml_review: 'AML review',
  court_order: 'Court order',
  security_cooling: 'Security cooling',
} as const satisfies Record<HoldCode, string>;

/** A hold ends at most this long after it was placed or renewed. */
export const HOLD_MAX_MS = 30 * 24 * 3_600_000;

/** For this long after a hold by staff, another one takes two people: alone, one person holds a client's money 30 days in any 90 at most. */
export const HOLD_ALONE_EVERY_MS = 90 * 24 * 3_600_000;

/** How long a change of login details delays payouts automatically. `ledger.cool_down` sets the end. */
export const COOLING_MS = 24 * 3_600_000;

/** Not lifted, and its end is still to come. It ends by the clock alone. */
export function runs(hold: Pick<Hold, 'endsAt' | 'liftedAt'>, now: Date): boolean {
  return hold.liftedAt === null && hold.endsAt > now;
}

/** Placed automatically by a change of login details. */
export function isAutomatic({ setBy }: Pick<Hold, 'setBy'>): boolean {
  return setBy === null;
}

/** The running hold by staff on this client's money, of which there is one at a time. */
export function runningOfStaff(holds: Iterable<Hold>, clientId: string, now: Date): Hold | undefined {
  for (const hold of holds) if (hold.clientId === clientId && !isAutomatic(hold) && runs(hold, now)) return hold;
  return undefined;
}

/** Whether placing one takes two people: a hold by staff, on any ground and by anyone, ran within the last 90 days. */
export function takesTwo(holds: Iterable<Hold>, clientId: string, now: Date): boolean {
  const since = now.getTime() - HOLD_ALONE_EVERY_MS;
  for (const hold of holds)
    if (hold.clientId === clientId && !isAutomatic(hold) && (hold.liftedAt ?? hold.endsAt).getTime() > since)
      return true;
  return false;
}

/** Whether a hold may end then, counted from now. */
export function isEnd(endsAt: Date, now: Date): boolean {
  return endsAt > now && endsAt.getTime() <= now.getTime() + HOLD_MAX_MS;
}

/** The running hold of this client that ends last; the first by id if two end at the same time. */
export function lastRunning(holds: Iterable<Hold>, clientId: string, now: Date): Hold | undefined {
  let last: Hold | undefined;
  for (const hold of holds) {
    if (hold.clientId !== clientId || !runs(hold, now)) continue;
    const longer = hold.endsAt.getTime() - (last?.endsAt.getTime() ?? 0);
    if (last === undefined || longer > 0 || (longer === 0 && hold.id < last.id)) last = hold;
  }
  return last;
}
