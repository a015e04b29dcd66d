import { hash } from 'node:crypto';
import { networkOf } from '../../platform/http/index.ts';
import type { Limit } from '../../platform/limits/index.ts';

/** Wrong passwords for one account from browsers that it does not know. */
export const GUESSES_FROM_ANYWHERE: Limit = { name: 'sign-in', points: 20, windowSeconds: 900 };
/** And from each browser that it does know, counted apart: a flood of guesses locks nobody out at home. */
export const GUESSES_AT_HOME: Limit = { name: 'sign-in-known', points: 20, windowSeconds: 900 };
/** Wrong passwords from one network address, for whatever accounts. */
export const GUESSES_FROM_ADDRESS: Limit = { name: 'sign-in-ip', points: 200, windowSeconds: 900 };
/** Wrong current passwords by somebody who is signed in. */
export const GUESSES_INSIDE: Limit = { name: 'password', points: 10, windowSeconds: 900 };
export const RESETS_FROM_ADDRESS: Limit = { name: 'reset-ip', points: 60, windowSeconds: 3600 };
export const CONFIRMS_FROM_ADDRESS: Limit = { name: 'reset-confirm-ip', points: 60, windowSeconds: 3600 };
/** Mails that strangers can cause to one address. Over it the answer is the same and no mail leaves. */
export const MAILS_TO_ADDRESS: Limit = { name: 'reset-mail', points: 5, windowSeconds: 3600 };

/** Limits are kept by a digest: the table of counters holds no one's address. */
export function limitKey(...parts: string[]): string {
  return hash('sha256', parts.join('\n')).slice(0, 40);
}

/** Of a caller whom nobody knows: by their network, since whoever has an IPv6 line has as many addresses as they like. */
export function callerKey(ip: string, what?: string): string {
  return limitKey(...(what === undefined ? [] : [what]), networkOf(ip));
}
