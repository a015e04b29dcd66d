export { identityRoutes } from './routes.ts';
export { requireIdentity } from './require-identity.ts';
