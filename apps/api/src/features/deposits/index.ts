export type { DepositDeps } from './deps.ts';
export { depositRoutes } from './routes.ts';
export { listDeposits } from './deposits.query.ts';
