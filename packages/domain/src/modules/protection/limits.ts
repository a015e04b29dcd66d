import type { Cents } from '../../money/index.ts';
import type { ClientLimit, LimitKind, Protection } from './model.ts';

export const LIMIT_KINDS = ['daily_loss', 'deposit_day', 'deposit_week', 'deposit_month'] as const;
export const DEPOSIT_LIMITS = ['deposit_day', 'deposit_week', 'deposit_month'] as const;

/** A looser limit, or none, holds this long after it was asked for. */
export const LOOSENING_MS = 24 * 3_600_000;
/** A limit is between a dollar and ten million of them. */
export const LIMIT_MIN: Cents = 100n;
export const LIMIT_MAX: Cents = 1_000_000_000n;

/** What holds now, in cents: the limit that was set, or what it was changed to once its moment has come. Null: no limit. */
export function limitNow(limit: ClientLimit | undefined, now: Date): Cents | null {
  if (limit === undefined) return null;
  return limit.next !== null && limit.next.at <= now ? limit.next.amount : limit.amount;
}

/** The loosening that still waits for its moment. */
export function waiting(limit: ClientLimit | undefined, now: Date): ClientLimit['next'] {
  return limit !== undefined && limit.next !== null && limit.next.at > now ? limit.next : null;
}

/** Whether one limit allows more than another. No limit allows everything. */
export function looser(a: Cents | null, b: Cents | null): boolean {
  if (b === null) return false;
  return a === null || a > b;
}

/** A limit after the client asked for `amount`: tighter or the same at once, looser 24 hours later, while the present one holds on. */
export function changed(
  limit: ClientLimit | undefined,
  kind: LimitKind,
  amount: Cents | null,
  now: Date,
): ClientLimit | undefined {
  const present = limitNow(limit, now);
  const pending = waiting(limit, now);
  if (amount === present) return pending === null ? undefined : { kind, amount: present, next: null };
  if (!looser(amount, present)) return { kind, amount, next: null };
  // Asking again for what is already on its way does not start the day again.
  if (pending !== null && pending.amount === amount) return undefined;
  return { kind, amount: present, next: { amount, at: new Date(now.getTime() + LOOSENING_MS) } };
}

export function limitOf(protection: Protection | undefined, kind: LimitKind): ClientLimit | undefined {
  return protection?.limits.find((limit) => limit.kind === kind);
}
