import { validityOf } from './document-dates.ts';
import type { Standing } from './model.ts';

/** How well a client of a live site is known: by a confirmed email; by their documents; and by where their money comes from as well. */
export const CLIENT_LEVELS = ['email', 'identity', 'funds'] as const;
export type ClientLevel = (typeof CLIENT_LEVELS)[number];

/** Documented funds raise nobody whose identity isn't approved, and an approval nobody whose document has expired by this UTC day. */
export function levelOf(standing: Standing, today: string): ClientLevel {
  if (!standing.verified || documentExpired(standing, today)) return 'email';
  return standing.documented ? 'funds' : 'identity';
}

/** Whether it is only a new document that a client's level waits for. */
export function documentExpired({ verified, expiresOn }: Standing, today: string): boolean {
  return verified && validityOf(expiresOn, today) === 'expired';
}
