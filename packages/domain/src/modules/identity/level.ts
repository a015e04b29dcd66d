import type { Standing } from './model.ts';

/** How well a client of a live site is known: by a confirmed email; by their documents; and by where their money comes from as well. */
export const CLIENT_LEVELS = ['email', 'identity', 'funds'] as const;
export type ClientLevel = (typeof CLIENT_LEVELS)[number];

/** Documented funds raise nobody whose identity isn't approved. */
export function levelOf({ verified, documented }: Standing): ClientLevel {
  if (!verified) return 'email';
  return documented ? 'funds' : 'identity';
}
