/** Every address that needs no login. Routes and the browser tests read this list, as they read pages.ts for all the others. */
export const PUBLIC_PATHS = [
  '/',
  '/login',
  '/signup',
  '/register',
  '/reset-password',
  '/confirm-email',
  '/lock-account',
  '/unsubscribe',
  '/transparency',
  '/verify',
] as const;

export type PublicPath = (typeof PUBLIC_PATHS)[number];
