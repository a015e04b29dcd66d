export type { DepositDeps } from './deps.ts';
export { depositRoutes } from './routes.ts';
