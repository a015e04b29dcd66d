import type { Cents } from '../../money/index.ts';
import type { State } from '../../kernel/state.ts';
import { keyOf } from '../../kernel/table.ts';
import { type ClientLimit, CLIENT_LIMITS, type LimitKind } from './model.ts';

export const LIMIT_KINDS = ['daily_loss', 'deposit_day', 'deposit_week', 'deposit_month'] as const;
export const DEPOSIT_LIMITS = ['deposit_day', 'deposit_week', 'deposit_month'] as const;

/** A looser limit, or none, takes effect this long after it was asked for. */
export const LOOSENING_MS = 24 * 3_600_000;
/** A limit is between one dollar and ten million. */
export const LIMIT_MIN: Cents = 100n;
export const LIMIT_MAX: Cents = 1_000_000_000n;

/** The amounts of any limit. */
type Amounts = Pick<ClientLimit, 'amount' | 'nextAmount' | 'nextAt'>;

/** The limit in effect, in cents: as it was set, or as it was changed once that takes effect. Null means no limit. */
export function limitNow(limit: Amounts | undefined, now: Date): Cents | null {
  if (limit === undefined) return null;
  return limit.nextAt !== null && limit.nextAt <= now ? limit.nextAmount : limit.amount;
}

/** The loosening that still waits for its moment. */
export function waiting(
  limit: Amounts | undefined,
  now: Date,
): { readonly amount: Cents | null; readonly at: Date } | null {
  const at = limit?.nextAt ?? null;
  return limit !== undefined && at !== null && at > now ? { amount: limit.nextAmount, at } : null;
}

/** Whether one limit allows more than another. No limit allows everything. */
export function looser(a: Cents | null, b: Cents | null): boolean {
  if (b === null) return false;
  return a === null || a > b;
}

/** A limit after the client asked for `amount`: tighter or equal right away, looser after 24 hours, while the present one stays. */
export function limitAfter(limit: Amounts | undefined, amount: Cents | null, now: Date): Amounts | undefined {
  const present = limitNow(limit, now);
  const pending = waiting(limit, now);
  if (amount === present) return pending === null ? undefined : holding(present);
  if (!looser(amount, present)) return holding(amount);
  // Asking again for a change that is already waiting doesn't restart its 24 hours.
  if (pending !== null && pending.amount === amount) return undefined;
  return { amount: present, nextAmount: amount, nextAt: new Date(now.getTime() + LOOSENING_MS) };
}

function holding(amount: Cents | null): Amounts {
  return { amount, nextAmount: null, nextAt: null };
}

export function limitOf(state: State, clientId: string, kind: LimitKind): ClientLimit | undefined {
  return state.of(CLIENT_LIMITS).get(keyOf(CLIENT_LIMITS, { clientId, kind }));
}
