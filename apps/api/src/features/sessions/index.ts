export { sessionsRoutes } from './routes.ts';
export type { SessionDeps } from './deps.ts';
export { SessionCheck } from './session-check.ts';
export { SecondFactor } from './second-factor/second-factor.ts';
export { PasswordHasher } from './password-hasher.ts';
export { sessionCookieName } from './cookies.ts';
export { addStaff, ensureFirstAdmin } from './staff.ts';
export type { FirstAdmin } from './staff.ts';
export { sweepAccess } from './sweep.ts';
