export { describeBrowser, UNKNOWN_BROWSER } from './browser.ts';
export { GUEST_LIFE_MS, GUEST_PAPER, guestName, GUESTS_HERE_MAX } from './guest.ts';
export * from './limits.ts';
export { isGuessable, normalizePassword } from './password.ts';
export type { PasswordOwner } from './password.ts';
