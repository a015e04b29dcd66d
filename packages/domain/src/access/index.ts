export { describeBrowser, UNKNOWN_BROWSER } from './browser.ts';
export * from './limits.ts';
export { isGuessable, normalizePassword } from './password.ts';
export type { PasswordOwner } from './password.ts';
