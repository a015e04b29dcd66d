export { countLiabilities } from './count.ts';
export { TREES } from './leaves.ts';
export { proveAmount, readRoots } from './proof.query.ts';
export { liabilityRoutes } from './routes.ts';
