export * from './limits.ts';
export { isGuessable, normalizePassword } from './password.ts';
export type { PasswordOwner } from './password.ts';
