export { CHECKS } from './checks.ts';
export { integrityOf, lookAtAll, lookAtRecent, readIntegrity } from './look.ts';
export { integrityRoutes } from './routes.ts';
export { recentWalk, type Step, wholeWalk } from './walk.ts';
