import type { Hold, HoldCode } from '../ledger/state.ts';

/** The whole list of grounds, in the words that client and staff read. There is no other. */
export const HOLD_CODES = {
  aml_review: 'AML review',
  court_order: 'Court order',
  security_cooling: 'Security cooling',
} as const satisfies Record<HoldCode, string>;

/** A hold ends at most this long after it was placed or renewed. */
export const HOLD_MAX_MS = 30 * 24 * 3_600_000;

/** Not lifted, and its end is still to come. It ends by the clock alone. */
export function runs(hold: Pick<Hold, 'endsAt' | 'liftedAt'>, now: Date): boolean {
  return hold.liftedAt === null && hold.endsAt > now;
}

/** Whether an end is one that a hold may have from now on. */
export function isEnd(endsAt: Date, now: Date): boolean {
  return endsAt > now && endsAt.getTime() <= now.getTime() + HOLD_MAX_MS;
}

/** The running hold of this client that ends last; of two with one end the first by id, in whatever order they were read. */
export function lastRunning(holds: Iterable<Hold>, clientId: string, now: Date): Hold | undefined {
  let last: Hold | undefined;
  for (const hold of holds) {
    if (hold.clientId !== clientId || !runs(hold, now)) continue;
    const longer = hold.endsAt.getTime() - (last?.endsAt.getTime() ?? 0);
    if (last === undefined || longer > 0 || (longer === 0 && hold.id < last.id)) last = hold;
  }
  return last;
}

/** To the minute, rounded up, as sentences and letters name an end; they add that it is UTC. */
export function endText(endsAt: Date): string {
  return new Date(Math.ceil(endsAt.getTime() / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}
