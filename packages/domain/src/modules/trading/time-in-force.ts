import type { Refused } from '../../kernel/refusal.ts';
import { type Instrument, instrument, nextOpen, session, type Symbol } from '../../market/index.ts';
import { newYorkDay, newYorkInstant } from '../../market/new-york.ts';
import type { Order, TimeInForce } from './model.ts';
import { refuse } from './refusals.ts';

/** Fills as it is placed or ends: nothing is ever filled in part, so both names mean the same. */
export function isImmediate(timeInForce: TimeInForce): boolean {
  return timeInForce === 'ioc' || timeInForce === 'fok';
}

/** How long an order waits. `expiresAt`: the date of one that is good till a date. */
export type Until = { readonly timeInForce: TimeInForce; readonly expiresAt: Date | null };

/** When an order ends by the clock: one of a day at the end of that day, one with a date then, any other never. */
export function expiryOf({ timeInForce, expiresAt }: Until, symbol: Symbol, now: Date): Date | null {
  if (timeInForce === 'day') return new Date(dayEnd(instrument(symbol), now.getTime()));
  return timeInForce === 'gtd' ? expiresAt : null;
}

/** What is wrong with how long an order is to wait. */
export function refusedUntil(
  { type }: Pick<Order, 'type'>,
  { timeInForce, expiresAt }: Until,
  now: Date,
): Refused | undefined {
  if (isImmediate(timeInForce) && type !== 'limit') return refuse('order.immediate_only', 'time_in_force');
  if ((timeInForce === 'gtd') !== (expiresAt !== null))
    return refuse(expiresAt === null ? 'order.expiry_missing' : 'order.expiry_unwanted', 'expires_at');
  if (expiresAt !== null && expiresAt <= now) return refuse('order.expiry_past', 'expires_at');
  return undefined;
}

const FIVE_PM = 17 * 60;

/**
 * When a day order ends that is placed now: with the session for stocks; at the next 17:00 New York for what trades around the clock. While the market is closed
 * it waits for the next session and ends with that one's first day.
 */
export function dayEnd(of: Instrument, nowMs: number): number {
  const from = nextOpen(of, nowMs);
  const now = session(of, from);
  if (of.class === 'stock' && now.open) return now.closesAt;
  const today = newYorkDay(from);
  const end = newYorkInstant(today, FIVE_PM);
  return end > from ? end : newYorkInstant(today + 1, FIVE_PM);
}
