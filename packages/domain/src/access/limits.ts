const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lives after sign-in, and how long without a request. Staff see other people's money: theirs are short. */
export const SESSION_LIFE_MS = { client: 30 * DAY_MS, admin: 12 * HOUR_MS } as const;
export const SESSION_IDLE_MS = { client: 12 * HOUR_MS, admin: 30 * MINUTE_MS } as const;
/** `last_seen_at` is written at most this often, so that reading costs no writes. */
export const SESSION_TOUCH_MS = MINUTE_MS;

export const RESET_LINK_LIFE_MS = 30 * MINUTE_MS;
/** A link that confirms a new email address. */
export const EMAIL_LINK_LIFE_MS = 30 * MINUTE_MS;
export const INVITATION_LIFE_MS = DAY_MS;
export const ONE_TIME_PASSWORD_LIFE_MS = DAY_MS;
export const KNOWN_DEVICE_LIFE_MS = 365 * DAY_MS;

/** For how long the password or a code, given again, stands for the person behind a session. */
export const STEP_UP_LIFE_MS = 5 * MINUTE_MS;

export type SessionTimes = { role: 'client' | 'admin'; lastSeenAt: Date; expiresAt: Date };

/** Whether a session still counts at `now`: before its absolute end, and seen recently enough. */
export function isSessionAlive({ role, lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  return now < expiresAt && now.getTime() - lastSeenAt.getTime() < SESSION_IDLE_MS[role];
}

/** Whether the password or a code was given again recently enough. */
export function isSteppedUp(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < STEP_UP_LIFE_MS;
}

/** A link of a welcome mail. */
export const CONFIRM_LINK_LIFE_MS = 24 * 3_600_000;
/** How long the link of the mail about a change of access locks the account. */
export const LOCK_LINK_LIFE_MS = 7 * 24 * 3_600_000;
