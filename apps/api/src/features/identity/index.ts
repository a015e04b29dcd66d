export { identityRoutes } from './routes.ts';
export { tellExpiries } from './tell-expiries.ts';
export { requireIdentity } from './require-identity.ts';
